import type { Tx } from '../../platform/db/tenant.ts';

const withOwners = (tx: Tx) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.user_id', '=', 's.user_id'),
    )
    .innerJoin('customers as c', 'c.customer_id', 's.customer_id');

const sessionsOf = (tx: Tx, customerId: string, instanceId: string | null) =>
  withOwners(tx)
    .leftJoin('session_instances as i', (join) =>
      join
        .onRef('i.customer_id', '=', 's.customer_id')
        .onRef('i.session_id', '=', 's.session_id')
        .on('i.instance_id', '=', instanceId),
    )
    .select([
      's.session_id',
      's.user_id',
      's.site_id as session_site_id',
      's.active_at',
      's.expires_at',
      (each) => each.fn.coalesce('s.proved_at', 's.created_at').as('proved_at'),
      's.parent_customer_id',
      's.parent_session_id',
      'u.is_system_admin',
      'u.disabled_at',
      'u.home_customer_id',
      'u.home_user_id',
      'i.instance_id',
      'i.site_id as bound_site_id',
      'c.is_custom_software_enabled',
      'c.is_software_deployment_enabled',
      'c.allow_custom_software_ui',
    ])
    .where('s.customer_id', '=', customerId);

/** A session with its user, its customer and the tab that asks, in one statement. */
export const findSession = (tx: Tx, customerId: string, sidHash: Buffer, instanceId: string | null) =>
  sessionsOf(tx, customerId, instanceId).where('s.sid_hash', '=', sidHash).executeTakeFirst();

/** The same by the cookie that the session had before its last proof, as long as that one may still read. */
export const findSessionByFormer = (
  tx: Tx,
  customerId: string,
  sidHash: Buffer,
  instanceId: string | null,
  now: Date,
) =>
  sessionsOf(tx, customerId, instanceId)
    .where('s.former_sid_hash', '=', sidHash)
    .where('s.former_until', '>', now)
    .executeTakeFirst();

/**
 * The session at home that a guest's session depends on. Nothing once it is gone, once its user is disabled, or once the
 * customer is no service provider any more. A guest's session is nobody's parent.
 */
export const findParentSession = (tx: Tx, home: { customerId: string; userId: string; sessionId: string }) =>
  withOwners(tx)
    .select(['s.active_at', 's.expires_at'])
    .where('s.customer_id', '=', home.customerId)
    .where('s.session_id', '=', home.sessionId)
    .where('s.user_id', '=', home.userId)
    .where('s.parent_session_id', 'is', null)
    .where('u.disabled_at', 'is', null)
    .where('c.is_provider', '=', true)
    .executeTakeFirst();

/** The sessions of a user that are neither too old nor idle for too long, the one used last first. */
export const listSessionsOf = (tx: Tx, customerId: string, userId: string, now: Date, idleSince: Date) =>
  tx
    .selectFrom('sessions')
    .select(['session_id', 'ip', 'browser', 'created_at', 'active_at'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('active_at', '>', idleSince)
    .orderBy('active_at', 'desc')
    .orderBy('session_id')
    .limit(200)
    .execute();

const ssoOfSession = (tx: Tx, customerId: string, sessionId: string) =>
  tx
    .selectFrom('sessions')
    .select(['connection_id', 'sign_out_hint'])
    .where('customer_id', '=', customerId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

export const connectionOfSession = async (tx: Tx, customerId: string, sessionId: string): Promise<string | null> =>
  (await ssoOfSession(tx, customerId, sessionId))?.connection_id ?? null;

/** What the identity provider of a session knows it by, sealed. */
export const findSignOutHint = async (tx: Tx, customerId: string, sessionId: string): Promise<Buffer | null> =>
  (await ssoOfSession(tx, customerId, sessionId))?.sign_out_hint ?? null;
