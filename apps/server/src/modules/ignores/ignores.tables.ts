import type { Selectable } from 'kysely';

interface IgnoreRulesTable {
  customer_id: string;
  site_id: string;
  rule_id: string;
  /** 0 site, 1 group, 2 host. */
  scope_kind: number;
  scope_id: string;
  application_id: number | null;
  version_from: string | null;
  version_to: string | null;
  cve_id: string | null;
  reason_kind: string;
  reason: string;
  owner_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  renewals: number;
  hits: number | null;
  serial_number: number;
}

interface RenewalsTable {
  customer_id: string;
  site_id: string;
  rule_id: string;
  renewal_no: number;
  at: Date;
  renewed_by: string;
  expired_before: Date;
  expires_at: Date;
  reason: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ignore_rules: IgnoreRulesTable;
    ignore_rule_renewals: RenewalsTable;
  }
}

export type IgnoreRuleRow = Selectable<IgnoreRulesTable>;
export type RenewalRow = Selectable<RenewalsTable>;
