import type { ScimResource } from '@patchkeep/rules/scim/canonical';

export interface ScimTokenRow {
  customer_id: string;
  token_id: string;
  connection_id: string;
  secret_hash: Buffer;
  made_by: string;
  created_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

export interface ScimUserRow {
  customer_id: string;
  user_id: string;
  connection_id: string;
  user_name: string;
  external_id: string | null;
  issuer: string;
  is_active: boolean;
  disabled_at: Date | null;
  is_made_here: boolean;
  /** As they were sent. */
  attributes: ScimResource;
  created_at: Date;
  changed_at: Date;
}

export interface ScimGroupRow {
  customer_id: string;
  group_id: string;
  connection_id: string;
  display_name: string;
  external_id: string | null;
  created_at: Date;
  changed_at: Date;
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    scim_tokens: ScimTokenRow;
    scim_users: ScimUserRow;
    scim_groups: ScimGroupRow;
    scim_group_members: { customer_id: string; group_id: string; user_id: string };
  }
}
