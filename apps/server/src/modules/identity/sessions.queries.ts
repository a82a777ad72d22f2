import type { Tx } from '../../platform/db/tenant.ts';

/** A session with its user, its customer and the tab that asks, in one statement. */
export const findSession = (tx: Tx, customerId: string, sidHash: Buffer, instanceId: string | null) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.user_id', '=', 's.user_id'),
    )
    .innerJoin('customers as c', 'c.customer_id', 's.customer_id')
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
      'u.is_system_admin',
      'i.instance_id',
      'i.site_id as bound_site_id',
      'c.is_custom_software_enabled',
      'c.is_software_deployment_enabled',
      'c.allow_custom_software_ui',
    ])
    .where('s.customer_id', '=', customerId)
    .where('s.sid_hash', '=', sidHash)
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
