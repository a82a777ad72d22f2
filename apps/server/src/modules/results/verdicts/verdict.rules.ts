import type { VersionVerdict } from '@patchkeep/rules/ignoring';

/** A stored verdict, as far as counting asks for it. */
interface StoredVerdict {
  version_id: number;
  application_id: number;
  version: string;
  status: number;
  cve_nos: number[];
  zero_day_nos: number[];
  eol_on: string | null;
  fixed_version: string | null;
  recommended_version: string | null;
  highest_epss: number | null;
}

export const verdictOf = (row: StoredVerdict, exploited: ReadonlySet<number>, today: string): VersionVerdict => ({
  versionId: row.version_id,
  applicationId: row.application_id,
  version: row.version,
  status: row.status,
  cveNos: row.cve_nos,
  zeroDayNos: row.zero_day_nos,
  exploitedNos: row.cve_nos.filter((cveNo) => exploited.has(cveNo)),
  isEol: row.eol_on !== null && row.eol_on <= today,
  isFixable: row.fixed_version !== null || row.recommended_version !== null,
  highestEpss: row.highest_epss,
});
