import type { Tx } from '../../../platform/db/tenant.ts';
import { domainHash } from './sso.queries.ts';
import type { ConnectionRow, DomainRow, ExternalIdentityRow, RoleMappingRow } from './sso.tables.ts';

export const insertConnection = async (tx: Tx, row: ConnectionRow): Promise<void> => {
  await tx.insertInto('connections').values(row).execute();
};

/** False when somebody else saved it meanwhile. */
export const updateConnection = async (
  tx: Tx,
  { customer_id, connection_id, serial_number }: ConnectionRow,
  change: Partial<ConnectionRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('connections')
    .set({ ...change, serial_number: serial_number + 1 })
    .where('customer_id', '=', customer_id)
    .where('connection_id', '=', connection_id)
    .where('serial_number', '=', serial_number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const insertDomain = async (tx: Tx, row: DomainRow): Promise<void> => {
  await tx.insertInto('domains').values(row).execute();
};

export const updateDomain = async (
  tx: Tx,
  { customer_id, domain_id }: DomainRow,
  change: Partial<DomainRow>,
): Promise<void> => {
  await tx
    .updateTable('domains')
    .set(change)
    .where('customer_id', '=', customer_id)
    .where('domain_id', '=', domain_id)
    .execute();
};

export const lockDomain = (tx: Tx, { customer_id, domain_id }: DomainRow): Promise<DomainRow | undefined> =>
  tx
    .selectFrom('domains')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('domain_id', '=', domain_id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Enters a proven domain, or what its users sign in by. False when it is another customer's: the row decides, however
 * many ask at once.
 */
export const enterDomain = async (
  tx: Tx,
  { customer_id, domain, connection_id }: Pick<DomainRow, 'customer_id' | 'domain' | 'connection_id'>,
): Promise<boolean> => {
  const entered = await tx
    .insertInto('domain_directory')
    .values({ domain_hash: domainHash(domain), customer_id, connection_id })
    .onConflict((conflict) =>
      conflict
        .column('domain_hash')
        .doUpdateSet({ connection_id })
        .where('domain_directory.customer_id', '=', customer_id),
    )
    .returning('customer_id')
    .executeTakeFirst();
  return entered !== undefined;
};

export const leaveDomain = async (tx: Tx, { customer_id, domain }: DomainRow): Promise<void> => {
  await tx
    .deleteFrom('domain_directory')
    .where('domain_hash', '=', domainHash(domain))
    .where('customer_id', '=', customer_id)
    .execute();
};

export const deleteDomain = async (tx: Tx, { customer_id, domain_id }: DomainRow): Promise<void> => {
  await tx
    .deleteFrom('domains')
    .where((each) => each.and({ customer_id, domain_id }))
    .execute();
};

export const insertIdentity = async (tx: Tx, row: ExternalIdentityRow): Promise<void> => {
  await tx.insertInto('external_identities').values(row).execute();
};

export const noteIdentityUse = async (
  tx: Tx,
  row: ExternalIdentityRow,
  externalId: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('external_identities')
    .set({ used_at: now, external_id: externalId })
    .where('customer_id', '=', row.customer_id)
    .where('connection_id', '=', row.connection_id)
    .where('user_id', '=', row.user_id)
    .execute();
};

export const replaceMappings = async (
  tx: Tx,
  { customer_id, connection_id }: Pick<ConnectionRow, 'customer_id' | 'connection_id'>,
  rows: readonly RoleMappingRow[],
): Promise<void> => {
  await tx
    .deleteFrom('role_mappings')
    .where('customer_id', '=', customer_id)
    .where('connection_id', '=', connection_id)
    .execute();
  if (rows.length > 0) await tx.insertInto('role_mappings').values(rows).execute();
};

interface Member {
  customerId: string;
  userId: string;
}

export const saveMappedMembership = async (
  tx: Tx,
  { customerId, userId }: Member,
  { siteId, permissions }: { siteId: string; permissions: number },
): Promise<void> => {
  await tx
    .insertInto('site_members')
    .values({ customer_id: customerId, user_id: userId, site_id: siteId, permissions, is_mapped: true })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'user_id', 'site_id'])
        .doUpdateSet({ permissions })
        .where('site_members.is_mapped', '=', true),
    )
    .execute();
};

export const endMappedMemberships = async (
  tx: Tx,
  { customerId, userId }: Member,
  siteIds: readonly string[],
): Promise<void> => {
  if (siteIds.length === 0) return;
  await tx
    .deleteFrom('site_members')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('is_mapped', '=', true)
    .where('site_id', 'in', siteIds)
    .execute();
};

/** Whoever comes from another issuer is another person, whatever it calls them. */
export const forgetIdentities = async (tx: Tx, { customer_id, connection_id }: ConnectionRow): Promise<void> => {
  await tx
    .deleteFrom('external_identities')
    .where('customer_id', '=', customer_id)
    .where('connection_id', '=', connection_id)
    .execute();
};

/** Rights that came from the mappings of a connection end with it, and so do the sessions made through it. */
export const deleteConnection = async (tx: Tx, connection: ConnectionRow): Promise<void> => {
  const { customer_id: customerId, connection_id: connectionId } = connection;
  const known = tx
    .selectFrom('external_identities')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId);
  await tx
    .deleteFrom('site_members')
    .where('customer_id', '=', customerId)
    .where('is_mapped', '=', true)
    .where('user_id', 'in', known)
    .execute();
  await tx
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .execute();
  await tx
    .updateTable('domains')
    .set({ connection_id: null })
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .execute();
  await tx
    .updateTable('domain_directory')
    .set({ connection_id: null })
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .execute();
  await replaceMappings(tx, connection, []);
  await forgetIdentities(tx, connection);
  await tx
    .deleteFrom('connections')
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .execute();
};
