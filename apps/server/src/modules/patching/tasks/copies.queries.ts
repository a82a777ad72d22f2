import { variantOfCopy } from '@patchkeep/rules/software/variant';
import { sql } from 'kysely';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../patching.tables.ts';
import { type HeldCopy, machineCopy } from './copies.rules.ts';

const among = (numbers: readonly number[]) => sql<number>`any(${[...new Set(numbers)]}::int[])`;

/** The numbers of the copies on a host, by whose they are. */
export const copiesOf = (row: {
  copy_nos: Buffer;
  user_copies: readonly [copyNo: number, user: string, folder: string][] | null;
}): Map<string, number[]> => {
  const copies = new Map([[machineCopy, unpackNumbers(row.copy_nos)]]);
  for (const [copyNo, user] of row.user_copies ?? []) copies.set(user, [...(copies.get(user) ?? []), copyNo]);
  return copies;
};

/** The last inventories of these hosts, as far as they say what is installed. */
export const selectInventories = (tx: Tx, customerId: string, hostNos: readonly number[]) =>
  tx
    .selectFrom('host_inventories')
    .select(['host_no', 'version_ids', 'copy_nos', 'user_copies'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', among(hostNos))
    .execute();

/** How hosts list copies with these numbers: without whose they are. */
export const selectListedCopies = async (tx: Tx, customerId: string, copyNos: readonly number[]) => {
  if (copyNos.length === 0) return new Map<number, never>();
  const { rows } = await sql<{ copy_no: number; name: string; version: string; product_code: string | null }>`
    select k.copy_no, s.name, s.version, k.facts->>'productCode' as product_code
    from copy_kinds k join software_versions s on s.version_id = k.version_id
    where k.customer_id = ${customerId} and k.copy_no = ${among(copyNos)}`.execute(tx);
  return new Map(
    rows.map(({ copy_no: copyNo, name, version, product_code: productCode }) => [
      copyNo,
      { name, publisher: '', version, productCode: productCode ?? undefined },
    ]),
  );
};

/** The copies on those of these hosts where users have some of their own; all others are the machine's. */
export const selectUserCopies = async (tx: Tx, customerId: string, hostNos: readonly number[]) => {
  const rows = await tx
    .selectFrom('host_inventories')
    .select(['host_no', 'copy_nos', 'user_copies'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', among(hostNos))
    .where('user_copies', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.host_no, copiesOf(row)]));
};

/** Which of these copies are of an application, as the customer sees them. */
export const selectCopies = async (
  tx: Tx,
  customerId: string,
  channelTag: string,
  copyNos: readonly number[],
): Promise<Map<number, HeldCopy>> => {
  if (copyNos.length === 0) return new Map();
  const { rows } = await sql<{ copy_no: number; facts: Parameters<typeof variantOfCopy>[0]; version: string }>`
    select k.copy_no, k.facts,
      coalesce(case when c.version_id is null then v.channel_version else c.channel_version end, s.version) as version
    from copy_kinds k
    join software_versions s on s.version_id = k.version_id
    left join version_verdicts v on v.version_id = k.version_id
    left join corrected_verdicts c on c.customer_id = ${customerId} and c.version_id = k.version_id
    join applications a
      on a.application_id = case when c.version_id is null then v.application_id else c.application_id end
    where k.customer_id = ${customerId} and k.copy_no = ${among(copyNos)} and a.channel_tag = ${channelTag}`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.copy_no, { version: row.version, ...variantOfCopy(row.facts) }]));
};

/** Whose copies were brought to which version, or given up, on these hosts, and by packages for which copies. */
export const selectEnded = (tx: Tx, customerId: string, channelTag: string, hostIds: readonly string[]) =>
  tx
    .selectFrom('tasks as t')
    .leftJoin('package_statements as s', 's.statement_hash', 't.statement_hash')
    .select(['t.host_id', 't.to_version', 't.for_user', 't.options', 't.state', 't.created_at'])
    .select(['s.architectures', 's.family'])
    .where('t.customer_id', '=', customerId)
    .where('t.channel_tag', '=', channelTag)
    .where('t.kind', '=', 0)
    .where('t.state', 'in', [3, 4])
    .where('t.result', '<>', 'expired')
    .where('t.retried_at', 'is', null)
    .where('t.host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();

export const selectScheme = async (tx: Tx, channelTag: string): Promise<string> =>
  (await tx.selectFrom('channels').select('scheme').where('channel_tag', '=', channelTag).executeTakeFirst())?.scheme ??
  '';
