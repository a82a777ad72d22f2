import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';

export interface EpssScore {
  cveNo: number;
  epss: number;
  percentile: number;
}

/** Writes the scores that moved and says how many did. */
export const upsertEpss = async (db: Kysely<Tables>, scores: readonly EpssScore[]): Promise<number> => {
  const sorted = scores.toSorted((a, b) => a.cveNo - b.cveNo);
  const { numAffectedRows } = await sql`
    insert into epss_scores as held (cve_no, epss, percentile)
    select * from unnest(${sorted.map(({ cveNo }) => cveNo)}::int[], ${sorted.map(({ epss }) => epss)}::real[],
                         ${sorted.map(({ percentile }) => percentile)}::real[])
    on conflict (cve_no) do update set epss = excluded.epss, percentile = excluded.percentile
      where (held.epss, held.percentile) is distinct from (excluded.epss, excluded.percentile)`.execute(db);
  return Number(numAffectedRows ?? 0);
};
