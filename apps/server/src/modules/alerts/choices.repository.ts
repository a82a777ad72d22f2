import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { AlertScope } from './alerts.tables.ts';

/** What a user chose, with the last mail about it. */
export const selectChoices = (tx: Tx, customerId: string, userId: string) =>
  tx
    .selectFrom('alert_choices as c')
    .leftJoin('alert_mails as m', (join) =>
      join
        .onRef('m.customer_id', '=', 'c.customer_id')
        .onRef('m.scope_id', '=', 'c.scope_id')
        .onRef('m.user_id', '=', 'c.user_id'),
    )
    .select(['c.scope_id', 'c.has_alerts', 'c.has_report', 'm.mailed_at', 'm.outcome'])
    .where('c.customer_id', '=', customerId)
    .where('c.user_id', '=', userId)
    .execute();
export type ChoiceRow = Awaited<ReturnType<typeof selectChoices>>[number];

/** A report that is switched on begins with the month given; one that was on stays as it is. */
export const saveChoice = async (
  tx: Tx,
  { customerId, scopeId, siteId }: AlertScope,
  chosen: { userId: string; hasAlerts: boolean; hasReport: boolean; reportFrom: string; now: Date },
): Promise<void> => {
  const { userId, hasAlerts, hasReport, reportFrom, now } = chosen;
  await sql`
    insert into alert_choices (customer_id, scope_id, site_id, user_id, has_alerts, has_report, report_from, chosen_at)
    values (${customerId}, ${scopeId}, ${siteId}, ${userId}, ${hasAlerts}, ${hasReport}, ${reportFrom}::date, ${now})
    on conflict (customer_id, scope_id, user_id) do update set has_alerts = excluded.has_alerts,
      has_report = excluded.has_report, chosen_at = excluded.chosen_at,
      report_from = case when alert_choices.has_report then alert_choices.report_from else excluded.report_from end
    `.execute(tx);
};

export const findTest = (tx: Tx, customerId: string, userId: string) =>
  tx
    .selectFrom('mail_tests')
    .selectAll()
    .where((eb) => eb.and({ customer_id: customerId, user_id: userId }))
    .executeTakeFirst();

/** False where the last one was asked for only a moment ago. */
export const askForTest = async (
  tx: Tx,
  asked: { customerId: string; userId: string; now: Date; notSince: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into mail_tests (customer_id, user_id, asked_at) values (${asked.customerId}, ${asked.userId}, ${asked.now})
    on conflict (customer_id, user_id) do update set asked_at = excluded.asked_at, ended_at = null, failure = null
    where mail_tests.asked_at <= ${asked.notSince}
    returning 1`.execute(tx);
  return rows.length > 0;
};
