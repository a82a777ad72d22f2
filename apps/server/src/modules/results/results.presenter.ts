import type {
  Application,
  ApplicationVersion,
  Issue,
  NotJudged,
  ScopeTotals,
  StatusSplit,
} from '@patchkeep/contract/applications';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { worstCounted } from '@patchkeep/rules/status';
import { canPlace } from '../catalog/public.ts';
import type { CountedApplication } from './applications/applications.queries.ts';
import type { ScopeCountsRow } from './results.tables.ts';
import type { CveRow } from './verdicts/cves.queries.ts';
import type { JudgedVersion } from './verdicts/versions.queries.ts';
import { schemeOf } from './verdicts/versions.rules.ts';

export const statusWord = (status: number): VulnerabilityStatus => vulnerabilityStatuses[status] ?? 'ok';

/** Real numbers of four bytes carry noise in their last digits; nobody needs more than six of them. */
export const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(6)));

export const worstStatus = (split: Pick<StatusSplit, 'zeroday' | 'insecure' | 'eol'>): VulnerabilityStatus =>
  statusWord(worstCounted(split));

export const presentApplication = (row: CountedApplication): Application => {
  const { ok, eol, insecure, zeroday, ignored } = row;
  return {
    applicationId: row.application_id,
    channelTag: row.channel_tag,
    name: row.name,
    publisher: row.publisher,
    status: worstStatus(row),
    split: { ok, eol, insecure, zeroday, ignored },
    hosts: row.hosts,
    versions: row.versions,
    installations: row.installations,
    fixableHosts: row.fixable,
    exploitedHosts: row.exploited,
    highestEpss: rounded(row.highest_epss),
  };
};

/** An application nobody here has any more: its page still opens, with zeros. */
export const emptyApplication = (row: {
  application_id: number;
  name: string;
  publisher: string;
  channel_tag: string | null;
}): Application =>
  presentApplication({
    ...row,
    ok: 0,
    eol: 0,
    insecure: 0,
    zeroday: 0,
    ignored: 0,
    exploited: 0,
    fixable: 0,
    installations: 0,
    versions: 0,
    highest_epss: null,
    hosts: 0,
  });

export const presentTotals = (row: ScopeCountsRow | undefined, countedAt: Date | null): ScopeTotals => ({
  hosts: row?.hosts ?? 0,
  applications: row?.applications ?? 0,
  versions: row?.versions ?? 0,
  installations: row?.installations ?? 0,
  split: {
    ok: row?.ok ?? 0,
    eol: row?.eol ?? 0,
    insecure: row?.insecure ?? 0,
    zeroday: row?.zeroday ?? 0,
    ignored: row?.ignored ?? 0,
  },
  hostSplit: {
    ok: row?.hosts_ok ?? 0,
    eol: row?.hosts_eol ?? 0,
    insecure: row?.hosts_insecure ?? 0,
    zeroday: row?.hosts_zeroday ?? 0,
    ignored: row?.hosts_ignored ?? 0,
  },
  exploited: row?.exploited ?? 0,
  countedAt: countedAt?.toISOString() ?? null,
});

/** Why nothing can be said of a version, if so: an Ok that nobody could have denied is none. */
export const whyNotJudged = ({ channel_tag, channel_version, scheme, precision }: JudgedVersion): NotJudged | null => {
  if (channel_tag === null) return 'unknown';
  const channel = { scheme: schemeOf(scheme), ...(precision !== null && { precision }) };
  return canPlace(channel, channel_version ?? '') ? null : 'unreadable';
};

export const presentVersion = (
  row: JudgedVersion,
  more: { hosts: number; ignored: number; isExploited: boolean; released: string | null },
): ApplicationVersion => ({
  versionId: row.version_id,
  applicationId: row.application_id,
  version: row.reported_version,
  channelVersion: row.channel_version,
  name: row.reported_name,
  publisher: row.reported_publisher,
  status: statusWord(row.status),
  isExploited: more.isExploited,
  hosts: more.hosts,
  ignoredHosts: more.ignored,
  released: more.released,
  endOfLife: row.eol_on,
  fixedVersion: row.fixed_version,
  recommendedVersion: row.recommended_version,
  issues: row.cve_nos.length,
  highestCvss: rounded(row.highest_cvss),
  highestEpss: rounded(row.highest_epss),
  identifiedBy: row.identified_by,
  notJudged: whyNotJudged(row),
});

export const presentIssue = (
  row: CveRow,
  more: { isZeroDay: boolean; fixedVersion: string | null; hosts: number; ignoredHosts: number },
): Issue => ({
  cveId: row.cve_id,
  title: row.title,
  cvss:
    row.cvss_score === null
      ? null
      : {
          version: row.cvss_version ?? '',
          vector: row.cvss_vector ?? '',
          score: Number(row.cvss_score.toFixed(1)),
          source: row.cvss_source ?? '',
        },
  epss: rounded(row.epss),
  epssPercentile: rounded(row.percentile),
  exploited: row.exploited_on,
  exploitedDue: row.exploited_due,
  isRansomware: row.is_ransomware,
  published: row.published_on,
  ...more,
});

/** Exploited first, then by how likely it is, then by how bad. */
export const worstCveFirst = (a: CveRow, b: CveRow): number =>
  Number(b.exploited_on !== null) - Number(a.exploited_on !== null) ||
  (b.epss ?? -1) - (a.epss ?? -1) ||
  (b.cvss_score ?? -1) - (a.cvss_score ?? -1) ||
  (a.cve_id < b.cve_id ? 1 : -1);
