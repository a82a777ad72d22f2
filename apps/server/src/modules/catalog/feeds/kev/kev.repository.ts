import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { KnownExploited } from './kev.rules.ts';

export const upsertKnownExploited = async (
  db: Kysely<Tables>,
  entries: readonly KnownExploited[],
): Promise<string[]> => {
  const { rows } = await sql<{ cve_id: string }>`
    insert into known_exploited as held
      (cve_id, added_on, due_on, is_ransomware, vendor, product, title, action)
    select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e ("cveId" text, "addedOn" date, "dueOn" date, "isRansomware" boolean, vendor text, product text, title text, action text)
    on conflict (cve_id) do update
      set added_on = excluded.added_on, due_on = excluded.due_on, is_ransomware = excluded.is_ransomware,
          vendor = excluded.vendor, product = excluded.product, title = excluded.title, action = excluded.action
      where (held.*) is distinct from (excluded.*)
    returning held.cve_id`.execute(db);
  return rows.map(({ cve_id }) => cve_id);
};

/** The list is whole: what is no longer on it was taken back. */
export const deleteOtherKnownExploited = async (db: Kysely<Tables>, kept: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ cve_id: string }>`
    delete from known_exploited where cve_id <> all(${[...kept]}::text[]) returning cve_id`.execute(db);
  return rows.map(({ cve_id }) => cve_id);
};
