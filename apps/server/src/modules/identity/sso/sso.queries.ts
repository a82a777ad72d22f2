import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { ConnectionRow, DomainRow } from './sso.tables.ts';

export const domainHash = (domain: string): Buffer => createHash('sha256').update(`domain|${domain}`).digest();

/** Whose a proven domain is, by its exact name. */
export const findProvenDomain = (db: Kysely<Tables>, domain: string) =>
  db
    .selectFrom('domain_directory')
    .select(['customer_id', 'connection_id'])
    .where('domain_hash', '=', domainHash(domain))
    .executeTakeFirst();

export const findConnection = (tx: Tx, customerId: string, connectionId: string): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom('connections')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();

export const listConnections = (tx: Tx, customerId: string): Promise<ConnectionRow[]> =>
  tx
    .selectFrom('connections')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('name')
    .orderBy('connection_id')
    .execute();

export const listDomains = (tx: Tx, customerId: string): Promise<DomainRow[]> =>
  tx.selectFrom('domains').selectAll().where('customer_id', '=', customerId).orderBy('domain').execute();

/** Proven domains whose record was not looked for since this moment, or was missing then. */
export const listDomainsToLookAt = (tx: Tx, customerId: string, before: Date): Promise<DomainRow[]> =>
  tx
    .selectFrom('domains')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('verified_at', 'is not', null)
    .where((each) => each.or([each('checked_at', '<=', before), each('missing_since', 'is not', null)]))
    .orderBy('domain')
    .execute();

export const findDomain = (tx: Tx, customerId: string, domainId: string): Promise<DomainRow | undefined> =>
  tx
    .selectFrom('domains')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('domain_id', '=', domainId)
    .executeTakeFirst();

/** The connection by which users of a proven domain of this customer sign in. */
export const findConnectionOf = (tx: Tx, customerId: string, domain: string) =>
  tx
    .selectFrom('domains as d')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.customer_id', '=', 'd.customer_id').onRef('c.connection_id', '=', 'd.connection_id'),
    )
    .select('c.name')
    .where('d.customer_id', '=', customerId)
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .executeTakeFirst();

/** Is this domain proven, and does it sign in by this connection? */
export const isDomainOf = async (
  tx: Tx,
  customerId: string,
  connectionId: string,
  domain: string,
): Promise<boolean> => {
  const found = await tx
    .selectFrom('domains')
    .select('domain_id')
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
};

export const listMappings = (tx: Tx, customerId: string, connectionId?: string) =>
  tx
    .selectFrom('role_mappings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .$if(connectionId !== undefined, (query) => query.where('connection_id', '=', connectionId ?? ''))
    .orderBy('group_name')
    .orderBy('site_id')
    .execute();

/** Who somebody at an identity provider is here. */
export const findIdentity = (
  tx: Tx,
  { customerId, connectionId }: { customerId: string; connectionId: string },
  { issuer, subject }: { issuer: string; subject: string },
) =>
  tx
    .selectFrom('external_identities')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const identitiesOf = (tx: Tx, customerId: string, userId: string) =>
  tx
    .selectFrom('external_identities as e')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.customer_id', '=', 'e.customer_id').onRef('c.connection_id', '=', 'e.connection_id'),
    )
    .select(['e.connection_id', 'e.created_at', 'e.used_at', 'c.name'])
    .where('e.customer_id', '=', customerId)
    .where('e.user_id', '=', userId)
    .orderBy('e.created_at')
    .execute();

export const countIdentities = async (tx: Tx, customerId: string): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('external_identities')
    .select(['connection_id', (each) => each.fn.countAll<string>().as('count')])
    .where('customer_id', '=', customerId)
    .groupBy('connection_id')
    .execute();
  return new Map(rows.map(({ connection_id, count }) => [connection_id, Number(count)]));
};

/** Rights of a user with where they come from. */
export const membershipsWithSource = (tx: Tx, customerId: string, userId: string) =>
  tx
    .selectFrom('site_members')
    .select(['site_id', 'permissions', 'is_mapped'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();

/** Users who are known by a connection, and whether they have another way to sign in. */
export const usersOfConnection = (tx: Tx, customerId: string, connectionId: string) =>
  tx
    .selectFrom('external_identities as e')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'e.customer_id').onRef('u.user_id', '=', 'e.user_id'),
    )
    .select(['u.user_id', 'u.username', 'u.long_name', 'u.is_sso_login_only', 'u.password_digest'])
    .select((each) =>
      each
        .selectFrom('site_members as m')
        .select((of) => of.fn.countAll<string>().as('mapped'))
        .where('m.customer_id', '=', customerId)
        .whereRef('m.user_id', '=', 'u.user_id')
        .where('m.is_mapped', '=', true)
        .as('mapped'),
    )
    .where('e.customer_id', '=', customerId)
    .where('e.connection_id', '=', connectionId)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.username')
    .execute();

/** Addresses of system administrators who have a password and are not bound to single sign-on. */
export const usernamesOfAdministrators = async (tx: Tx, customerId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('users')
    .select('username')
    .where('customer_id', '=', customerId)
    .where('is_sso_login_only', '=', false)
    .where('password_digest', 'is not', null)
    .where('is_system_admin', '=', true)
    .where('disabled_at', 'is', null)
    .execute();
  return rows.map(({ username }) => username);
};
