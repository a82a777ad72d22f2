import type { Selectable } from 'kysely';
import type { VerdictColumns } from '../catalog/public.ts';

/** Applications on hosts by status. */
export interface Split {
  ok: number;
  eol: number;
  insecure: number;
  zeroday: number;
  ignored: number;
}

interface ScopeCountsTable extends Split {
  customer_id: string;
  site_id: string;
  scope_id: string;
  hosts: number;
  applications: number;
  versions: number;
  installations: number;
  exploited: number;
  hosts_ok: number;
  hosts_eol: number;
  hosts_insecure: number;
  hosts_zeroday: number;
  hosts_ignored: number;
}

interface ApplicationCountsTable extends Split {
  customer_id: string;
  site_id: string;
  scope_id: string;
  application_id: number;
  exploited: number;
  fixable: number;
  installations: number;
  versions: number;
  highest_epss: number | null;
}

interface CorrectedVerdictsTable extends VerdictColumns {
  customer_id: string;
  correction_id: string;
}

interface CorrectionsTable {
  customer_id: string;
  correction_id: string;
  name: string;
  publisher: string;
  application_id: number | null;
  note: string;
  created_by: string;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    corrections: CorrectionsTable;
    corrected_verdicts: CorrectedVerdictsTable;
    recount_requests: { customer_id: string; request_id: string; requested_at: Date; host_nos: Buffer | null };
    count_states: {
      customer_id: string;
      revision: number;
      counted_at: Date;
      catalog_revision: number;
      took_ms: number;
      members_hash: Buffer | null;
      /** From when on `application_changes` is complete. */
      lists_since: Date;
    };
    host_counts: Split & { customer_id: string; site_id: string; host_no: number; exploited: number };
    application_counts: ApplicationCountsTable;
    application_changes: Omit<ApplicationCountsTable, 'highest_epss'> & { until: Date };
    version_counts: { customer_id: string; site_id: string; version_id: number; hosts: number; ignored: number };
    scope_counts: ScopeCountsTable;
    count_history: ScopeCountsTable & { at: Date };
    issue_history: { customer_id: string; site_id: string; cve_no: number; opened_at: Date; closed_at: Date | null };
    windows_update_counts: {
      customer_id: string;
      site_id: string;
      kb: number;
      title: string;
      classification: string;
      severity: string;
      missing_host_nos: Buffer;
      pending_host_nos: Buffer;
      missing: number;
      pending: number;
      installed: number;
    };
  }
}

export type ApplicationCountsRow = Selectable<ApplicationCountsTable>;
export type CorrectionRow = Selectable<CorrectionsTable>;
export type CorrectedVerdictRow = Selectable<CorrectedVerdictsTable>;
export type ScopeCountsRow = Selectable<ScopeCountsTable>;
