import type { PriorityLevel } from '@patchkeep/contract/vulnerabilities';
import {
  isOverdue,
  priorityKeys,
  priorityLevelOf,
  type VulnerabilityFacts,
} from '@patchkeep/rules/vulnerability-priority';

/** A CVE in an application of a site, in its place in the order of work. */
export interface OpenVulnerability {
  applicationId: number;
  applicationName: string;
  channelTag: string | null;
  cveNo: number;
  cveId: string;
  facts: VulnerabilityFacts;
  isFixable: boolean;
  isOverdue: boolean;
  priority: PriorityLevel;
  keys: readonly number[];
}

interface PairOfSite {
  applicationId: number;
  applicationName: string;
  channelTag: string | null;
  cveNo: number;
  hosts: number;
  isFixable: boolean;
}

interface CveFacts {
  cve_id: string;
  exploited_on: string | null;
  exploited_due: string | null;
  is_ransomware: boolean;
  published_on: string | null;
  cvss_score: number | null;
  epss: number | null;
  opened_on: string | null;
}

export const openVulnerability = ({ hosts, ...pair }: PairOfSite, cve: CveFacts, today: string): OpenVulnerability => {
  const facts: VulnerabilityFacts = {
    isExploited: cve.exploited_on !== null,
    isRansomware: cve.exploited_on !== null && cve.is_ransomware,
    exploitedDue: cve.exploited_due,
    openedOn: cve.opened_on,
    publishedOn: cve.published_on,
    hosts,
    // Real numbers of four bytes carry noise in their last digits.
    epss: cve.epss === null ? null : Number(cve.epss.toPrecision(6)),
    cvss: cve.cvss_score === null ? null : Number(cve.cvss_score.toFixed(1)),
  };
  return {
    ...pair,
    cveId: cve.cve_id,
    facts,
    isOverdue: isOverdue(facts, today),
    priority: priorityLevelOf(facts, today),
    keys: priorityKeys(facts, today),
  };
};

type Placed = Pick<OpenVulnerability, 'keys' | 'cveId' | 'applicationId'>;

const idOf = ({ cveId, applicationId }: Placed): string => `${cveId} ${applicationId}`;

/** Where a page ends, for its cursor. */
export const pageEndOf = (row: Placed): { value: string; id: string } => ({ value: row.keys.join(' '), id: idOf(row) });

const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  for (let at = 0; at < a.length; at++) {
    const apart = (a[at] ?? 0) - (b[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
};

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const mostUrgentFirst = (a: Placed, b: Placed): number =>
  compareKeys(a.keys, b.keys) || compareIds(idOf(a), idOf(b));

/** Whether a row comes after the end of a page; undefined for an end that no page of this list has. */
export const isAfter = ({ value, id }: { value: string; id: string }): ((row: Placed) => boolean) | undefined => {
  const keys = value.split(' ').map(Number);
  if (keys.length !== 7 || !keys.every(Number.isFinite)) return undefined;
  return (row) => (compareKeys(row.keys, keys) || compareIds(idOf(row), id)) > 0;
};
