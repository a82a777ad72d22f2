import type { MailFailure, MailOutcome } from '@patchkeep/contract/alerts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { AlertScope } from './alerts.tables.ts';

/** Somebody, and what they are told about. */
export type Told = AlertScope & { userId: string };

/** How far somebody was told, and what they want; days as text. */
export interface TakenRow {
  told_until: Date | null;
  reported_from: string | null;
  mailed_at: Date | null;
  outcome: MailOutcome | null;
  has_alerts: boolean;
  has_report: boolean;
  report_from: string;
}

/** Choices (`c`) of a customer, each with how far its user was told (`m`), narrowed by a condition. */
const selectTold = async (tx: Tx, customerId: string, isDue: RawBuilder<unknown>): Promise<Told[]> => {
  const { rows } = await sql<{ scope_id: string; site_id: string | null; user_id: string }>`
    select c.scope_id, c.site_id, c.user_id
    from alert_choices c
    left join alert_mails m on m.customer_id = c.customer_id and m.scope_id = c.scope_id and m.user_id = c.user_id
    where c.customer_id = ${customerId} and ${isDue}
    order by c.scope_id, c.user_id`.execute(tx);
  return rows.map((row) => ({ customerId, scopeId: row.scope_id, siteId: row.site_id, userId: row.user_id }));
};

/** The sites about which somebody wants alerts, and the customer as a whole where somebody wants them about it. */
export const selectScopes = async (tx: Tx, customerId: string): Promise<AlertScope[]> => {
  const rows = await tx
    .selectFrom('alert_choices')
    .select(['scope_id', 'site_id'])
    .distinct()
    .where('customer_id', '=', customerId)
    .where('has_alerts', '=', true)
    .orderBy('scope_id')
    .execute();
  return rows.map((row) => ({ customerId, scopeId: row.scope_id, siteId: row.site_id }));
};

/** Somebody of the customer wants mails. */
export const hasReaders = async (tx: Tx, customerId: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('alert_choices')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('has_alerts', '=', true), eb('has_report', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Whoever wants alerts about a scope that was checked since they were told. */
export const selectUntold = (tx: Tx, customerId: string): Promise<Told[]> =>
  selectTold(
    tx,
    customerId,
    sql`c.has_alerts and exists (
      select from alert_checks k where k.customer_id = c.customer_id and k.scope_id = c.scope_id
        and (m.told_until is null or m.told_until < k.checked_at))`,
  );

/** Whoever wants the report of a month and has not got it. */
export const selectUnreported = (tx: Tx, customerId: string, month: string): Promise<Told[]> =>
  selectTold(
    tx,
    customerId,
    sql`c.has_report and c.report_from <= ${month}::date
      and (m.reported_from is null or m.reported_from < ${month}::date)`,
  );

/**
 * Takes the row that says how far somebody was told, for the length of the transaction; undefined where another process
 * has it. It is let go with the connection, so a process that dies leaves no mail behind that nobody sends.
 */
export const takeMailRow = async (tx: Tx, { customerId, scopeId, userId }: Told) => {
  await sql`
    insert into alert_mails (customer_id, scope_id, user_id) values (${customerId}, ${scopeId}, ${userId})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<TakenRow>`
    select m.told_until, m.reported_from::text, m.mailed_at, m.outcome, c.has_alerts, c.has_report, c.report_from::text
    from alert_mails m
    join alert_choices c on c.customer_id = m.customer_id and c.scope_id = m.scope_id and c.user_id = m.user_id
    where m.customer_id = ${customerId} and m.scope_id = ${scopeId} and m.user_id = ${userId}
    for update of m skip locked`.execute(tx);
  return rows[0];
};

export interface MailChange {
  told_until?: Date | null;
  reported_from?: string | null;
  mailed_at?: Date;
  outcome?: MailOutcome;
}

export const changeMailRow = async (tx: Tx, { customerId, scopeId, userId }: Told, set: MailChange): Promise<void> => {
  await tx
    .updateTable('alert_mails')
    .set(set)
    .where((eb) => eb.and({ customer_id: customerId, scope_id: scopeId, user_id: userId }))
    .execute();
};

export const endTest = async (
  tx: Tx,
  { customerId, userId, now, failure }: { customerId: string; userId: string; now: Date; failure: MailFailure | null },
): Promise<void> => {
  await tx
    .updateTable('mail_tests')
    .set({ ended_at: now, failure })
    .where((eb) => eb.and({ customer_id: customerId, user_id: userId }))
    .execute();
};
