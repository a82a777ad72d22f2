import { constants } from '@patchkeep/contract/constants';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './ignores.tables.ts';

export interface RuleFilter {
  ruleIds?: readonly string[] | undefined;
  scopeId?: string | undefined;
  applicationId?: number | undefined;
  cveId?: string | undefined;
}

/** Rules of a site with the names a screen shows. */
export const selectRules = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  { ruleIds, scopeId, applicationId, cveId }: RuleFilter = {},
) => {
  let query = tx
    .selectFrom('ignore_rules as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'r.customer_id').onRef('u.user_id', '=', 'r.owner_id'),
    )
    .leftJoin('applications as a', 'a.application_id', 'r.application_id')
    .leftJoin('cves as c', 'c.cve_id', 'r.cve_id')
    .leftJoin('channels as n', 'n.channel_tag', 'a.channel_tag')
    .leftJoin('groups as g', (join) =>
      join
        .onRef('g.customer_id', '=', 'r.customer_id')
        .onRef('g.site_id', '=', 'r.site_id')
        .onRef('g.group_id', '=', 'r.scope_id'),
    )
    .leftJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 'r.customer_id').onRef('h.host_id', '=', 'r.scope_id'),
    )
    .leftJoin('sites as s', (join) =>
      join.onRef('s.customer_id', '=', 'r.customer_id').onRef('s.site_id', '=', 'r.scope_id'),
    )
    .selectAll('r')
    .select([
      'u.long_name as owner',
      'a.name as application_name',
      'n.scheme',
      'c.cve_no',
      'h.group_id as host_group_id',
      sql<string | null>`coalesce(s.name, g.title, h.host_name)`.as('scope_name'),
    ])
    .where('r.customer_id', '=', customerId)
    .where('r.site_id', '=', siteId);
  if (ruleIds) query = query.where('r.rule_id', '=', sql<string>`any(${[...ruleIds]}::uuid[])`);
  if (scopeId !== undefined) query = query.where('r.scope_id', '=', scopeId);
  if (applicationId !== undefined) query = query.where('r.application_id', '=', applicationId);
  if (cveId !== undefined) query = query.where('r.cve_id', '=', cveId);
  return query.orderBy('r.created_at', 'desc').orderBy('r.rule_id').execute();
};
export type ListedRule = Awaited<ReturnType<typeof selectRules>>[number];

export const selectRenewals = (tx: Tx, customerId: string, siteId: string, ruleIds: readonly string[]) =>
  tx
    .selectFrom('ignore_rule_renewals as n')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'n.customer_id').onRef('u.user_id', '=', 'n.renewed_by'),
    )
    .selectAll('n')
    .select('u.long_name as by')
    .where('n.customer_id', '=', customerId)
    .where('n.site_id', '=', siteId)
    .where('n.rule_id', '=', sql<string>`any(${[...ruleIds]}::uuid[])`)
    .orderBy('n.rule_id')
    .orderBy('n.renewal_no', 'desc')
    .execute();
export type ListedRenewal = Awaited<ReturnType<typeof selectRenewals>>[number];

/** The rules in force at a moment, of every site in view, as the count needs them. */
export const listRulesInForce = (tx: Tx, customerId: string, now: Date) =>
  tx
    .selectFrom('ignore_rules as r')
    .leftJoin('cves as c', 'c.cve_id', 'r.cve_id')
    .select([
      'r.site_id',
      'r.rule_id',
      'r.scope_kind',
      'r.scope_id',
      'r.application_id',
      'r.version_from',
      'r.version_to',
      'r.cve_id',
      'c.cve_no',
    ])
    .where('r.customer_id', '=', customerId)
    .where('r.revoked_at', 'is', null)
    .where('r.expires_at', '>', now)
    .orderBy('r.rule_id')
    .execute();
export type RuleInForce = Awaited<ReturnType<typeof listRulesInForce>>[number];

/** For the session: rules of the sites in view that have ended, and that will within two weeks. */
export const countExpiringRules = async (
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<{ countExpired: number; countExpiringSoon: number }> => {
  const soon = new Date(now.getTime() + constants.expiringSoonDays * 86_400_000);
  const { rows } = await sql<{ expired: number; soon: number }>`
    select count(*) filter (where expires_at <= ${now})::int as expired,
           count(*) filter (where expires_at > ${now} and expires_at <= ${soon})::int as soon
    from ignore_rules
    where customer_id = ${customerId} and revoked_at is null`.execute(tx);
  return { countExpired: rows[0]?.expired ?? 0, countExpiringSoon: rows[0]?.soon ?? 0 };
};

/**
 * Is there such a CVE, and such an application? Software without a channel exists for those only who have it: its
 * name is somebody's own.
 */
export const knowsTarget = async (
  tx: Tx,
  customerId: string,
  applicationId: number | null,
  cveId: string | null,
): Promise<boolean> => {
  const { rows } = await sql<{ is_known: boolean }>`
    select (${applicationId}::int is null or exists (
        select from applications a where a.application_id = ${applicationId} and (a.channel_tag is not null or exists (
          select from application_counts c where c.customer_id = ${customerId} and c.application_id = a.application_id))))
      and (${cveId}::text is null or exists (select from cves c where c.cve_id = ${cveId})) as is_known`.execute(tx);
  return rows[0]?.is_known ?? false;
};
