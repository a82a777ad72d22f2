import type { AlertKind, MailFailure, MailOutcome } from '@patchkeep/contract/alerts';
import type { ColumnType, Selectable } from 'kysely';

/** What a mail says of a finding; each kind has its own of these. */
export interface FindingFacts {
  /** Of the application, the feed or the package; chosen by somebody else. */
  name: string;
  /** Why it is told, in a few words. */
  reason: string;
}

/** How many rows the page that shows a kind had. */
export type AlertTotals = Partial<Record<AlertKind, number>>;

interface AlertChoicesTable {
  customer_id: string;
  /** The site, or the customer. */
  scope_id: string;
  site_id: string | null;
  user_id: string;
  has_alerts: boolean;
  has_report: boolean;
  /** The first day of the first month whose report is mailed. */
  report_from: string;
  chosen_at: Date;
}

interface AlertMailsTable {
  customer_id: string;
  scope_id: string;
  user_id: string;
  /** The check that the last mail of alerts told of. */
  told_until: Date | null;
  /** The first day of the month that the last report was of. */
  reported_from: string | null;
  mailed_at: Date | null;
  outcome: MailOutcome | null;
}

interface AlertFindingsTable {
  customer_id: string;
  scope_id: string;
  site_id: string | null;
  kind: AlertKind;
  subject: string;
  facts: ColumnType<FindingFacts, string, string>;
  found_at: Date;
  resolved_at: Date | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    alert_choices: AlertChoicesTable;
    alert_mails: AlertMailsTable;
    alert_checks: {
      customer_id: string;
      scope_id: string;
      site_id: string | null;
      checked_at: Date;
      totals: ColumnType<AlertTotals, string, string>;
    };
    alert_findings: AlertFindingsTable;
    mail_tests: {
      customer_id: string;
      user_id: string;
      asked_at: Date;
      ended_at: Date | null;
      failure: MailFailure | null;
    };
  }
}

export type AlertFindingRow = Selectable<AlertFindingsTable>;

/** What alerts and reports are about: a site, or the customer as a whole. */
export interface AlertScope {
  customerId: string;
  scopeId: string;
  siteId: string | null;
}
