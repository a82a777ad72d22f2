import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { UsedFiles } from '../resources/public.ts';
import type { CustomConfigRow, CustomPackageRow, GivenApproval } from './custom-software.tables.ts';

export interface ConfigKey {
  customerId: string;
  siteId: string;
  configId: string;
}

const ofSite = (tx: Tx, customerId: string, siteId: string) =>
  tx.selectFrom('custom_configs').selectAll().where('customer_id', '=', customerId).where('site_id', '=', siteId);

/** By title; those of one title by id. */
export const listConfigs = (tx: Tx, customerId: string, siteId: string): Promise<CustomConfigRow[]> =>
  ofSite(tx, customerId, siteId)
    .orderBy(sql`lower(title)`)
    .orderBy('config_id')
    .execute();

export const selectConfigs = (
  tx: Tx,
  customerId: string,
  siteId: string,
  configIds: readonly string[],
): Promise<CustomConfigRow[]> =>
  ofSite(tx, customerId, siteId)
    .where('config_id', '=', sql<string>`any(${[...configIds]}::uuid[])`)
    .execute();

/** For whoever edits, signs or removes it: one at a time. */
export const lockConfig = (tx: Tx, { customerId, siteId, configId }: ConfigKey): Promise<CustomConfigRow | undefined> =>
  ofSite(tx, customerId, siteId).where('config_id', '=', configId).forUpdate().executeTakeFirst();

export const countConfigs = async (tx: Tx, customerId: string, siteId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('custom_configs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return count;
};

/** Of two who save at once, the row keeps what the first one said. */
export const saveConfig = async (tx: Tx, { spec, ...row }: CustomConfigRow, former: number): Promise<boolean> => {
  const stored = { ...row, spec: JSON.stringify(spec) };
  const { customer_id: _customer, site_id: _site, config_id: _config, release: _release, ...change } = stored;
  if (former === 0) {
    const { numInsertedOrUpdatedRows: count = 0n } = await tx
      .insertInto('custom_configs')
      .values(stored)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return count === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('custom_configs')
    .set(change)
    .where('customer_id', '=', row.customer_id)
    .where('site_id', '=', row.site_id)
    .where('config_id', '=', row.config_id)
    .where('serial_number', '=', former)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deleteConfig = async (tx: Tx, { customerId, siteId, configId }: ConfigKey): Promise<void> => {
  await tx
    .deleteFrom('custom_configs')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('config_id', '=', configId)
    .execute();
};

/** The last statement of each of these. */
export const selectLastPackages = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  configIds: readonly string[],
): Promise<Map<string, CustomPackageRow>> => {
  const rows = await tx
    .selectFrom('custom_packages')
    .selectAll()
    .distinctOn('config_id')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('config_id', '=', sql<string>`any(${[...configIds]}::uuid[])`)
    .orderBy('config_id')
    .orderBy('release', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.config_id, row]));
};

/** A new statement, and that its configuration has one more. */
export const insertPackage = async (tx: Tx, { approvals, ...row }: CustomPackageRow): Promise<void> => {
  await tx
    .insertInto('custom_packages')
    .values({ ...row, approvals: JSON.stringify(approvals) })
    .execute();
  await tx
    .updateTable('custom_configs')
    .set({ release: row.release })
    .where('customer_id', '=', row.customer_id)
    .where('config_id', '=', row.config_id)
    .execute();
};

export const updatePackage = async (
  tx: Tx,
  row: Pick<CustomPackageRow, 'customer_id' | 'config_id' | 'release'>,
  { approvals, envelope }: { approvals: readonly GivenApproval[]; envelope: string | null },
): Promise<void> => {
  await tx
    .updateTable('custom_packages')
    .set({ approvals: JSON.stringify(approvals), envelope })
    .where('customer_id', '=', row.customer_id)
    .where('config_id', '=', row.config_id)
    .where('release', '=', row.release)
    .execute();
};

/** What enough people have signed, by its hash. */
export const selectSigned = (tx: Tx, customerId: string, hashes: readonly Buffer[]) =>
  tx
    .selectFrom('custom_packages')
    .select(['statement_hash', 'statement', 'envelope'])
    .where('customer_id', '=', customerId)
    .where('statement_hash', '=', sql<Buffer>`any(${[...hashes]}::bytea[])`)
    .where('envelope', 'is not', null)
    .execute();

/** Which of these files custom software of a site is made of as it is now. */
export const filesOfCustomSoftware: UsedFiles = async (tx, customerId, siteId, ids) => {
  const { rows } = await sql<{ id: string }>`
    select distinct named.id #>> '{}' as id
    from custom_configs, jsonb_path_query(spec, '$.files[*]') as named (id)
    where customer_id = ${customerId} and site_id = ${siteId} and named.id #>> '{}' = any(${[...ids]}::text[])
  `.execute(tx);
  return rows.map(({ id }) => id);
};
