import { effectiveMask } from '@patchkeep/rules/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { SiteRow } from '../tenants/public.ts';
import type { UserRow } from './identity.tables.ts';

export const findUser = (tx: Tx, customerId: string, userId: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export interface UsableSite extends Omit<SiteRow, 'customer_id' | 'created_at'> {
  permissions: number;
}

/**
 * The sites a user may enter, by name ignoring case: where a bit is set, or all of them for a system administrator.
 * A membership without any bit is Disabled, and its site is not there.
 */
export const listUsableSites = async (
  tx: Tx,
  customerId: string,
  user: { user_id: string; is_system_admin: boolean },
  onlySiteId?: string,
): Promise<UsableSite[]> => {
  const rows = await tx
    .selectFrom('sites as s')
    .leftJoin('site_members as m', (join) =>
      join
        .onRef('m.customer_id', '=', 's.customer_id')
        .onRef('m.site_id', '=', 's.site_id')
        .on('m.user_id', '=', user.user_id),
    )
    .select([
      's.site_id',
      's.name',
      's.is_detection_module_enabled',
      's.is_patching_enabled',
      's.is_patch_pro_module_enabled',
      's.serial_number',
      sql<number>`coalesce(m.permissions, 0)`.as('permissions'),
    ])
    .where('s.customer_id', '=', customerId)
    .$if(!user.is_system_admin, (query) => query.where('m.permissions', '>', 0))
    .$if(onlySiteId !== undefined, (query) => query.where('s.site_id', '=', onlySiteId ?? ''))
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.site_id')
    .execute();
  return rows.map((row) => ({ ...row, permissions: effectiveMask(user.is_system_admin, row.permissions) }));
};

/** The site a fresh session opens: the user's default if still usable, else the first by name. */
export const startSite = (sites: readonly UsableSite[], defaultSiteId: string | null): string | null =>
  (sites.find((site) => site.site_id === defaultSiteId) ?? sites[0])?.site_id ?? null;

/**
 * System administrators, and whoever has these bits on the site when one is named. Who was invited and has not set a
 * password yet cannot act, so nobody waits for them.
 */
export const listUsersWith = async (
  tx: Tx,
  customerId: string,
  siteId: string | null,
  bits: number,
): Promise<{ user_id: string; long_name: string }[]> => {
  const { rows } = await sql<{ user_id: string; long_name: string }>`
    select u.user_id, u.long_name from users u
    where u.customer_id = ${customerId} and (u.password_digest is not null or u.is_sso_login_only)
      and (u.is_system_admin or exists (
      select from site_members m
      where m.customer_id = ${customerId} and m.user_id = u.user_id and m.site_id = ${siteId}
        and m.permissions & ${bits}::int = ${bits}::int))
    order by lower(u.long_name), u.user_id`.execute(tx);
  return rows;
};
