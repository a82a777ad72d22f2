import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../patching.tables.ts';

/** An update that an inventory has just verified. */
export interface VerifiedUpdate {
  siteId: string;
  channelTag: string;
  fromVersion: string;
}

/**
 * Adds verified updates to the hour. Whether one was for security is settled here, by what the catalogue says now of the
 * version it replaced, or of the Windows update: what is found out later does not rewrite history.
 */
export const addUpdates = async (
  tx: Tx,
  customerId: string,
  verified: readonly VerifiedUpdate[],
  now: Date,
): Promise<void> => {
  if (verified.length === 0) return;
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const { rows } = await sql<{ site_id: string; upgrades: number; security_upgrades: number }>`
    select p.site_id, count(*) filter (where not s.is_security)::int as upgrades,
      count(*) filter (where s.is_security)::int as security_upgrades
    from unnest(${verified.map((each) => each.siteId)}::uuid[], ${verified.map((each) => each.channelTag)}::text[],
                ${verified.map((each) => each.fromVersion)}::text[]) as p (site_id, channel_tag, from_version)
    cross join lateral (
      select exists (
        select from applications a join version_verdicts v on v.application_id = a.application_id
        where a.channel_tag = p.channel_tag and v.channel_version = p.from_version and v.status >= 2
      ) or exists (
        select from windows_updates u
        where u.kb = substring(p.channel_tag from '^kb:(\\d{1,9})$')::int and u.classification ilike 'security%'
      ) as is_security
    ) s
    group by p.site_id order by p.site_id`.execute(tx);
  await sql`
    insert into update_history as h (customer_id, site_id, at, upgrades, security_upgrades)
    select ${customerId}::uuid, n.site_id, ${hour}::timestamptz, n.upgrades, n.security_upgrades
    from unnest(${rows.map((row) => row.site_id)}::uuid[], ${rows.map((row) => row.upgrades)}::int[],
                ${rows.map((row) => row.security_upgrades)}::int[]) as n (site_id, upgrades, security_upgrades)
    on conflict (customer_id, site_id, at) do update
      set upgrades = h.upgrades + excluded.upgrades,
        security_upgrades = h.security_upgrades + excluded.security_upgrades`.execute(tx);
};
