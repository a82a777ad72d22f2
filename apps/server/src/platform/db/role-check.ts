import type pg from 'pg';
import { SettingsError } from '../config/config.ts';

interface Role {
  name: string;
  is_super: boolean;
  is_bypassing: boolean;
}

/**
 * Refuses a role to which row-level security does not apply. Nothing else would show it: every query works, and the
 * policies that keep customers apart are silently off.
 */
export const refuseUnsafeRole = async (pool: pg.Pool, setting: string, expected: string): Promise<void> => {
  const { rows } = await pool.query<Role>(
    `select rolname as name, rolsuper as is_super, rolbypassrls as is_bypassing from pg_roles
     where rolname in (current_user, session_user) and (rolsuper or rolbypassrls)`,
  );
  const [role] = rows;
  if (!role) return;
  throw new SettingsError(
    `${setting} signs in to PostgreSQL as "${role.name}", which ${role.is_super ? 'is a superuser' : 'has BYPASSRLS'}. ` +
      'Row-level security does not apply to such a role, so customers would see each other. ' +
      `Sign in as "${expected}", the role that "migrate" makes for this.`,
  );
};
