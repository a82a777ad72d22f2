import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { CorrectedVerdictRow, CorrectionRow } from '../results.tables.ts';

/** Puts a correction in the place of an older one about the same software, if there is one. */
export const upsertCorrection = async (tx: Tx, row: CorrectionRow): Promise<void> => {
  await sql`
    delete from corrections
    where customer_id = ${row.customer_id} and md5(name || chr(1) || publisher) = md5(${row.name}::text || chr(1) || ${row.publisher}::text)`.execute(
    tx,
  );
  await tx.insertInto('corrections').values(row).execute();
};

export const deleteCorrection = (
  tx: Tx,
  customerId: string,
  correctionId: string,
): Promise<CorrectionRow | undefined> =>
  tx
    .deleteFrom('corrections')
    .where('customer_id', '=', customerId)
    .where('correction_id', '=', correctionId)
    .returningAll()
    .executeTakeFirst();

export const listCorrections = (tx: Tx, customerId: string) =>
  tx
    .selectFrom('corrections as k')
    .leftJoin('applications as a', 'a.application_id', 'k.application_id')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'k.customer_id').onRef('u.user_id', '=', 'k.created_by'),
    )
    .selectAll('k')
    .select(['a.name as application_name', 'a.channel_tag', 'u.long_name as by'])
    .where('k.customer_id', '=', customerId)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.correction_id')
    .execute();
export type ListedCorrection = Awaited<ReturnType<typeof listCorrections>>[number];

/** The software of a version, if any host of the customer has it: what others have is not told. */
export const findOwnSoftware = async (tx: Tx, customerId: string, versionId: number) => {
  const { rows } = await sql<{ name: string; publisher: string }>`
    select s.name, s.publisher from software_versions s
    where s.version_id = ${versionId} and exists (
      select from version_holders h where h.customer_id = ${customerId} and h.version_id = s.version_id
        and length(h.host_nos) > 0)`.execute(tx);
  return rows[0];
};

export const findCorrection = (tx: Tx, customerId: string, correctionId: string) =>
  tx
    .selectFrom('corrections')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('correction_id', '=', correctionId)
    .executeTakeFirst();

/** The correction about some software that is in force, if there is one. */
export const findCorrectionOf = (
  tx: Tx,
  customerId: string,
  { name, publisher }: Pick<CorrectionRow, 'name' | 'publisher'>,
) =>
  tx
    .selectFrom('corrections')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .where('publisher', '=', publisher)
    .executeTakeFirst();

/** The hosts of the customer that have any version of some software: a packed list for each version. */
export const selectHoldersOfSoftware = async (
  tx: Tx,
  customerId: string,
  { name, publisher }: { name: string; publisher: string },
): Promise<Buffer[]> => {
  const { rows } = await sql<{ host_nos: Buffer }>`
    select h.host_nos from software_versions s
    join version_holders h on h.customer_id = ${customerId} and h.version_id = s.version_id
    where s.name = ${name} and s.publisher = ${publisher}`.execute(tx);
  return rows.map((row) => row.host_nos);
};

/** Every version of the corrected software that anyone has reported. */
export const selectCorrectedSoftware = async (tx: Tx, customerId: string) => {
  const { rows } = await sql<{ correction_id: string; version_id: number; version: string }>`
    select k.correction_id, s.version_id, s.version
    from corrections k
    join software_versions s on s.name = k.name and s.publisher = k.publisher
    where k.customer_id = ${customerId}
    order by s.version_id`.execute(tx);
  return rows;
};

/** Replaces what the customer's corrections lead to, all at once. */
export const replaceCorrectedVerdicts = async (
  tx: Tx,
  customerId: string,
  rows: readonly CorrectedVerdictRow[],
): Promise<void> => {
  await tx.deleteFrom('corrected_verdicts').where('customer_id', '=', customerId).execute();
  for (let i = 0; i < rows.length; i += 500)
    await tx
      .insertInto('corrected_verdicts')
      .values(rows.slice(i, i + 500))
      .execute();
};
