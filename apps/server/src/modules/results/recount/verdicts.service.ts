import type { VersionVerdict } from '@patchkeep/rules/ignoring';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { verdictOf } from '../verdicts/verdict.rules.ts';
import {
  listExploitedNos,
  readCatalogRevision,
  selectVerdicts,
  selectVerdictsSince,
  type VerdictRow,
} from './verdicts.queries.ts';

const maxCached = 2_000_000;

/** Verdicts in memory, for all customers: the catalogue is the same for everyone, and changes a few rows at a time. */
export const verdictRegister = (db: Kysely<Tables>) => {
  const known = new Map<number, { row: VerdictRow; verdict: VersionVerdict }>();
  let revision = -1;
  let day = '';
  let exploited: ReadonlySet<number> = new Set();
  const keep = (rows: readonly VerdictRow[]): void => {
    for (const row of rows) known.set(row.version_id, { row, verdict: verdictOf(row, exploited, day) });
  };

  const load = async (versionIds: Iterable<number>, today: string): Promise<number> => {
    const newest = await readCatalogRevision(db);
    if (known.size > maxCached) known.clear();
    if (newest !== revision || today !== day) {
      exploited = await listExploitedNos(db);
      day = today;
      const changed = revision >= 0 && newest !== revision ? await selectVerdictsSince(db, revision) : [];
      keep(changed.filter((row) => known.has(row.version_id)));
      keep([...known.values()].map(({ row }) => row));
      revision = newest;
    }
    const missing: number[] = [];
    for (const versionId of versionIds) if (!known.has(versionId)) missing.push(versionId);
    if (missing.length > 0) keep(await selectVerdicts(db, missing));
    return newest;
  };
  // One at a time: what an older reading brings must not cover what a newer one brought.
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Brings memory up to the newest revision and makes sure of these versions. Says which revision it is. */
    load(versionIds: Iterable<number>, today: string): Promise<number> {
      const mine = last.then(() => load(versionIds, today));
      last = mine.catch(() => undefined);
      return mine;
    },
    of: (versionId: number): VersionVerdict | undefined => known.get(versionId)?.verdict,
  };
};
export type VerdictRegister = ReturnType<typeof verdictRegister>;
