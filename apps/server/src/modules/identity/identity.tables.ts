import type { Preferences } from '@patchkeep/contract/session';
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { UserTokenColumns } from '../../platform/db/token-rows.ts';

interface UsersTable {
  customer_id: string;
  user_id: string;
  username: string;
  long_name: string;
  is_system_admin: boolean;
  is_sso_login_only: boolean;
  default_site_id: string | null;
  password_salt: Buffer | null;
  password_digest: Buffer | null;
  password_version: number | null;
  serial_number: number;
  created_at: Date;
  disabled_at: Date | null;
  signed_in_at: Date | null;
  preferences: Preferences | null;
  /** Of a guest: the account at the service provider, and the provider's name. */
  home_customer_id: string | null;
  home_user_id: string | null;
  guest_of: string | null;
  /** Gets in when single sign-on fails: beyond it, by a passkey that never leaves its device. */
  is_break_glass: boolean;
  /** When it was last used as such. */
  break_glass_used_at: Date | null;
}

interface InvitationsTable {
  customer_id: string;
  invitation_id: string;
  user_id: string;
  made_by: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

interface RemovedMembersTable {
  customer_id: string;
  site_id: string;
  user_id: string;
  permissions: number | null;
  was_system_admin: boolean;
  removed_at: Date;
}

interface SessionsTable {
  customer_id: string;
  session_id: string;
  user_id: string;
  sid_hash: Buffer;
  site_id: string | null;
  created_at: Date;
  active_at: Date;
  expires_at: Date;
  ip: string | null;
  /** The browser in words. */
  browser: string | null;
  /** Null where signing in was the last proof. */
  proved_at: Date | null;
  former_sid_hash: Buffer | null;
  former_until: Date | null;
  /** Of a guest: the session at home, which this one ends with. */
  parent_customer_id: string | null;
  parent_session_id: string | null;
  /** The identity provider that it was made through; null after a password. */
  connection_id: string | null;
  /** What that one knows the session by, sealed: needed to end it there. */
  sign_out_hint: Buffer | null;
}

interface GuestRequestsTable {
  customer_id: string;
  request_id: string;
  made_by: string;
  user_ids: string[];
  created_at: Date;
  expires_at: Date;
}

interface FactorsTable {
  customer_id: string;
  factor_id: string;
  user_id: string;
  name: string;
  secret: Buffer | null;
  /** A bigint, which arrives as text. */
  last_step: ColumnType<string, number, number>;
  credential_id: Buffer | null;
  public_key: Buffer | null;
  counter: ColumnType<string, number, number>;
  is_backup_eligible: boolean;
  created_at: Date;
  confirmed_at: Date | null;
  used_at: Date | null;
  suspended_at: Date | null;
}

interface RecoveryCodesTable {
  customer_id: string;
  user_id: string;
  code_hash: Buffer;
  created_at: Date;
  used_at: Date | null;
}

interface ApiTokensTable extends Omit<UserTokenColumns, 'site_id'> {
  /** Null for one that is for all sites. */
  site_id: string | null;
  permissions: number;
  networks: ColumnType<string[], readonly string[], never>;
  refused_at: Date | null;
  refused_address: string | null;
}

interface ErrorReportsTable {
  customer_id: string;
  report_id: string;
  user_id: string;
  instance_id: string;
  title: string;
  description: string;
  raw_exception: string | null;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    login_directory: { username_hash: Buffer; customer_id: string; user_id: string };
    login_throttle: { bucket_hash: Buffer; level: number; updated_at: Date; account_hash: Buffer | null };
    users: UsersTable;
    site_members: {
      customer_id: string;
      site_id: string;
      user_id: string;
      permissions: number;
      /** Given by a group of an identity provider, not by hand. */
      is_mapped: Generated<boolean>;
    };
    sessions: SessionsTable;
    session_instances: {
      customer_id: string;
      session_id: string;
      instance_id: string;
      site_id: string | null;
      seen_at: Date;
    };
    api_tokens: ApiTokensTable;
    error_reports: ErrorReportsTable;
    factors: FactorsTable;
    guest_directory: { home_customer_id: string; home_user_id: string; customer_id: string };
    guest_requests: GuestRequestsTable;
    invitations: InvitationsTable;
    recovery_codes: RecoveryCodesTable;
    removed_members: RemovedMembersTable;
    spent: { value_hash: Buffer; uses: number; until: Date };
  }
}

export type UserRow = UsersTable;
export type SessionRow = SessionsTable;
export type NewApiToken = Insertable<ApiTokensTable>;
export type ErrorReportRow = ErrorReportsTable;
export type FactorRow = Selectable<FactorsTable>;
export type NewFactor = Insertable<FactorsTable>;
export type GuestRequestRow = GuestRequestsTable;
export type InvitationRow = InvitationsTable;
export type RemovedMemberRow = RemovedMembersTable;
