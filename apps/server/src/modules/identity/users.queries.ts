import { effectiveMask } from '@patchkeep/rules/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { SiteRow } from '../tenants/public.ts';
import type { UserRow } from './identity.tables.ts';

/**
 * Somebody whose mail domain signs in by an identity provider that is required is bound to single sign-on, whatever
 * the row of the user says. Not a break-glass account, which is the way in when single sign-on fails.
 */
const isBoundToSso = sql<boolean>`(u.is_sso_login_only or not u.is_break_glass and exists (
  select from domains d join connections c on c.customer_id = d.customer_id and c.connection_id = d.connection_id
  where d.customer_id = u.customer_id and d.domain = split_part(u.username, '@', 2)
    and d.verified_at is not null and c.is_required))`;

export const findUser = (tx: Tx, customerId: string, userId: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users as u')
    .selectAll('u')
    .select(isBoundToSso.as('is_sso_login_only'))
    .where('u.customer_id', '=', customerId)
    .where('u.user_id', '=', userId)
    .executeTakeFirst();

/** Whether the row of the user itself says single sign-on only, whatever its mail domain requires. */
export const isMarkedForSso = async (tx: Tx, customerId: string, userId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('users')
    .select('is_sso_login_only')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.is_sso_login_only === true;
};

const breakGlassAccounts = (tx: Tx, customerId: string) =>
  tx.selectFrom('users').select('user_id').where('customer_id', '=', customerId).where('is_break_glass', '=', true);

/** Break-glass accounts, apart from one user. */
export const countBreakGlassAccounts = async (tx: Tx, customerId: string, exceptUserId: string): Promise<number> =>
  (await breakGlassAccounts(tx, customerId).where('user_id', '!=', exceptUserId).execute()).length;

/** A break-glass account that was used since then: it is known to work. */
export const hasUsedBreakGlass = async (tx: Tx, customerId: string, since: Date): Promise<boolean> =>
  (await breakGlassAccounts(tx, customerId).where('break_glass_used_at', '>=', since).execute()).length > 0;

/** System administrators who can sign in although single sign-on fails. */
export const countFreeAdministrators = async (tx: Tx, customerId: string): Promise<number> => {
  const free = await tx
    .selectFrom('users as u')
    .select('u.user_id')
    .where('u.customer_id', '=', customerId)
    .where('u.is_system_admin', '=', true)
    .where('u.disabled_at', 'is', null)
    .where('u.password_digest', 'is not', null)
    .where((each) => each.not(each.eb(isBoundToSso, '=', true)))
    .execute();
  return free.length;
};

/** Lets changes of a user's second factors wait for each other. */
export const lockUser = async (tx: Tx, customerId: string, userId: string): Promise<void> => {
  await tx
    .selectFrom('users')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute();
};

/**
 * What decides whether users need a second factor, and which they have that open something; by name. Without those who
 * prove themselves elsewhere: by single sign-on only, or at home as guests.
 */
export const listFactorStandings = (tx: Tx, customerId: string, userId?: string) =>
  tx
    .selectFrom('users as u')
    .select(['u.user_id', 'u.username', 'u.long_name', 'u.is_system_admin', 'u.is_break_glass'])
    .select([
      sql<number>`coalesce((select bit_or(m.permissions) from site_members m
        where m.customer_id = u.customer_id and m.user_id = u.user_id), 0)`.as('permissions'),
      sql<boolean>`exists (select from factors f where f.customer_id = u.customer_id and f.user_id = u.user_id
        and f.confirmed_at is not null and f.suspended_at is null and f.credential_id is not null)`.as('has_passkey'),
      sql<boolean>`exists (select from factors f where f.customer_id = u.customer_id and f.user_id = u.user_id
        and f.confirmed_at is not null and f.suspended_at is null and f.secret is not null)`.as('has_app'),
    ])
    .where('u.customer_id', '=', customerId)
    .where('u.disabled_at', 'is', null)
    .where('u.home_user_id', 'is', null)
    .where((each) => each.not(each.eb(isBoundToSso, '=', true)))
    .$if(userId !== undefined, (query) => query.where('u.user_id', '=', userId ?? ''))
    .orderBy(sql`lower(u.long_name), u.user_id`)
    .execute();

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
