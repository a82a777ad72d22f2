import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { judgeAs, unknownApplication } from '../../catalog/public.ts';
import {
  listCorrections,
  type ListedCorrection,
  replaceCorrectedVerdicts,
  selectCorrectedSoftware,
} from '../applications/corrections.repository.ts';
import type { CorrectedVerdictRow } from '../results.tables.ts';

type Software = Awaited<ReturnType<typeof selectCorrectedSoftware>>[number];

const nothingKnown = {
  channel_version: null,
  status: 0,
  cve_nos: [],
  zero_day_nos: [],
  eol_on: null,
  fixed_version: null,
  recommended_version: null,
  highest_cvss: null,
  highest_epss: null,
};

/** Software that is to be what somebody said: judged as versions of that, or as what nobody knows. */
const judgeCorrection = async (
  db: Kysely<Tables>,
  correction: ListedCorrection,
  software: readonly Software[],
  now: Date,
): Promise<CorrectedVerdictRow[]> => {
  const { customer_id, correction_id, channel_tag } = correction;
  const applicationId = correction.application_id ?? (await unknownApplication(db, correction));
  const versions = software.map((row) => ({ versionId: row.version_id, version: row.version }));
  const judged = channel_tag === null ? new Map() : await judgeAs(db, channel_tag, versions, now);
  return software.map(({ version_id }) => {
    const verdict = judged.get(version_id);
    const key = { customer_id, version_id, correction_id, application_id: applicationId };
    if (!verdict) return { ...key, ...nothingKnown };
    return {
      ...key,
      channel_version: verdict.channelVersion,
      status: verdict.status,
      cve_nos: verdict.cveNos,
      zero_day_nos: verdict.zeroDayNos,
      eol_on: verdict.eolOn,
      fixed_version: verdict.fixedVersion,
      recommended_version: verdict.recommendedVersion,
      highest_cvss: verdict.highestCvss,
      highest_epss: verdict.highestEpss,
    };
  });
};

/** Judges all that a customer has corrected, anew: the correction or the catalogue may have changed. */
export const applyCorrections = async (tx: Tx, db: Kysely<Tables>, customerId: string, now: Date): Promise<void> => {
  const corrections = await listCorrections(tx, customerId);
  if (corrections.length === 0) return;
  const software = Map.groupBy(await selectCorrectedSoftware(tx, customerId), (row) => row.correction_id);
  const rows: CorrectedVerdictRow[] = [];
  for (const correction of corrections)
    rows.push(...(await judgeCorrection(db, correction, software.get(correction.correction_id) ?? [], now)));
  await replaceCorrectedVerdicts(tx, customerId, rows);
};
