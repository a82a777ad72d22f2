import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';

interface Kept {
  by: string | null;
  at: Date;
}

/** Whether any host of a site has enrolled, and whether any has reported its inventory. Each ends at the first it finds. */
export const selectHostFacts = async (tx: Tx, customerId: string, siteId: string) => {
  const { rows } = await sql<{ has_host: boolean; has_inventory: boolean }>`
    select exists (select from hosts where customer_id = ${customerId} and site_id = ${siteId}) as has_host,
      exists (select from hosts where customer_id = ${customerId} and site_id = ${siteId}
        and inventory_at is not null) as has_inventory`.execute(tx);
  return { hasHost: rows[0]?.has_host === true, hasInventory: rows[0]?.has_inventory === true };
};

/** The oldest install token that still lets a host in. */
export const findGoodToken = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  now: Date,
): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select u.long_name as by, t.created_at as at
    from install_tokens t left join users u on u.customer_id = t.customer_id and u.user_id = t.created_by
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.revoked_at is null and t.expires_at > ${now}
      and t.used_count < t.use_cap
    order by t.created_at limit 1`.execute(tx);
  return rows[0];
};

/** The oldest decision that stands: one of the site itself, its groups and tags, else one of the system. */
export const findFirstDecision = async (
  tx: Tx,
  customerId: string,
  siteId: string,
): Promise<(Kept & { is_own: boolean }) | undefined> => {
  const { rows } = await sql<Kept & { is_own: boolean }>`
    select a.site_id is not null as is_own, u.long_name as by, a.decided_at as at
    from approvals a left join users u on u.customer_id = a.customer_id and u.user_id = a.changed_by
    where a.customer_id = ${customerId} and (a.site_id = ${siteId} or a.site_id is null) and a.mode <> 0
    order by is_own desc, a.decided_at limit 1`.execute(tx);
  return rows[0];
};

/** Somebody who gets the alerts of the site: the caller, else who chose them first. */
export const findAlerted = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  callerId: string,
): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select u.long_name as by, c.chosen_at as at
    from alert_choices c join users u on u.customer_id = c.customer_id and u.user_id = c.user_id
    where c.customer_id = ${customerId} and c.scope_id = ${siteId} and c.has_alerts and u.disabled_at is null
    order by c.user_id <> ${callerId}, c.chosen_at limit 1`.execute(tx);
  return rows[0];
};

/** The hour in which the first update of the site was proven. */
export const findFirstProof = async (tx: Tx, customerId: string, siteId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select at from update_history
    where customer_id = ${customerId} and site_id = ${siteId} and upgrades + security_upgrades > 0
    order by at limit 1`.execute(tx);
  return rows[0]?.at;
};
