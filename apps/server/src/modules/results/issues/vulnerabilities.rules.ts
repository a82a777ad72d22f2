import type { PriorityLevel } from '@patchkeep/contract/vulnerabilities';
import {
  type CveFacts,
  isOverdue,
  priorityKeys,
  priorityLevelOf,
  type PriorityKeys,
} from '@patchkeep/rules/vulnerabilities/priority';
import type { CveFactsRow } from './vulnerabilities.queries.ts';

/** A CVE with what its priority is made of, worked out once for all applications that have it. */
export interface RankedCve {
  cveNo: number;
  cveId: string;
  facts: CveFacts;
  isOverdue: boolean;
  priority: PriorityLevel;
  keys: PriorityKeys;
}

/** A CVE in an application of a site. */
export interface OpenVulnerability {
  applicationId: number;
  applicationName: string;
  channelTag: string | null;
  cve: RankedCve;
  hosts: number;
  isFixable: boolean;
}

export const rankedCve = (row: CveFactsRow, today: string): RankedCve => {
  const facts: CveFacts = {
    isExploited: row.exploited_on !== null,
    isRansomware: row.exploited_on !== null && row.is_ransomware,
    exploitedDue: row.exploited_due,
    openedOn: row.opened_on,
    publishedOn: row.published_on,
    // Real numbers of four bytes carry noise in their last digits.
    epss: row.epss === null ? null : Number(row.epss.toPrecision(6)),
    cvss: row.cvss_score === null ? null : Number(row.cvss_score.toFixed(1)),
  };
  return {
    cveNo: row.cve_no,
    cveId: row.cve_id,
    facts,
    isOverdue: isOverdue(facts, today),
    priority: priorityLevelOf(facts, today),
    keys: priorityKeys(facts, today),
  };
};

type Placed = Pick<OpenVulnerability, 'hosts' | 'applicationId'> & { cve: Pick<RankedCve, 'keys' | 'cveId'> };

const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  for (let at = 0; at < a.length; at++) {
    const apart = (a[at] ?? 0) - (b[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const mostUrgentFirst = (a: Placed, b: Placed): number =>
  compareKeys(a.cve.keys.before, b.cve.keys.before) ||
  b.hosts - a.hosts ||
  compareKeys(a.cve.keys.after, b.cve.keys.after) ||
  compareText(a.cve.cveId, b.cve.cveId) ||
  a.applicationId - b.applicationId;

/** Where a page ends, for its cursor. */
export const pageEndOf = ({ cve, hosts, applicationId }: Placed): { value: string; id: string } => ({
  value: [...cve.keys.before, hosts, ...cve.keys.after, applicationId].join(' '),
  id: cve.cveId,
});

/** Whether a row comes after the end of a page; undefined for an end that no page of this list has. */
export const isAfter = ({ value, id }: { value: string; id: string }): ((row: Placed) => boolean) | undefined => {
  const numbers = value.split(' ').map(Number);
  if (numbers.length !== 8 || !numbers.every(Number.isFinite)) return undefined;
  const keys = { before: numbers.slice(0, 3), after: numbers.slice(4, 7) };
  const end = { cve: { cveId: id, keys }, hosts: numbers[3] ?? 0, applicationId: numbers[7] ?? 0 };
  return (row) => mostUrgentFirst(row, end) > 0;
};
