import { nextRevision, upsertVerdicts } from '../modules/catalog/verdicts/verdicts.repository.ts';
import { globalQueries } from '../platform/db/global.ts';
import type { TestApp } from './app.ts';
import { jobTools } from './jobs.ts';

/** Another verdict on a version, written by the function that writes all of them. */
export const judgeVersion = async (app: TestApp, versionId: number, status: number, cveNos: number[]) => {
  const db = globalQueries(jobTools(app).pool);
  const { rows } = await app.database
    .pool('postgres')
    .query('select application_id, identified_by, channel_version from version_verdicts where version_id = $1', [
      versionId,
    ]);
  const verdict = {
    versionId,
    applicationId: rows[0].application_id,
    identifiedBy: rows[0].identified_by,
    channelVersion: rows[0].channel_version,
    status,
    isExploited: false,
    cveNos,
    zeroDayNos: status === 3 ? cveNos : [],
    eolOn: null,
    fixedVersion: status === 2 ? '9.0' : null,
    recommendedVersion: null,
    highestCvss: null,
    highestEpss: null,
  };
  await upsertVerdicts(db, [{ ...verdict, hash: Buffer.from([status]) }], await nextRevision(db), app.clock.now);
  await nextRevision(db);
};
