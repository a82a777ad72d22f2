import type { AlertKind } from '@patchkeep/contract/alerts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { AlertScope } from './alerts.tables.ts';
import type { Finding, Found } from './findings.rules.ts';

/**
 * Begins the check of an hour. False where another process was there first, or has been within this hour: the row
 * decides, and is held until the check is written.
 */
export const beginCheck = async (
  tx: Tx,
  { customerId, scopeId, siteId }: AlertScope,
  { now, hour }: { now: Date; hour: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into alert_checks (customer_id, scope_id, site_id, checked_at, totals)
    values (${customerId}, ${scopeId}, ${siteId}, ${now}, '{}')
    on conflict (customer_id, scope_id) do update set checked_at = excluded.checked_at
    where alert_checks.checked_at < ${hour}
    returning 1`.execute(tx);
  return rows.length > 0;
};

export const isOpenKind = async (tx: Tx, { customerId, scopeId }: AlertScope, kind: AlertKind): Promise<boolean> => {
  const found = await tx
    .selectFrom('alert_findings')
    .select('subject')
    .where((eb) => eb.and({ customer_id: customerId, scope_id: scopeId, kind }))
    .where('resolved_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

const columnsOf = (findings: readonly Finding[]) => ({
  kinds: findings.map(({ kind }) => kind),
  subjects: findings.map(({ subject }) => subject),
  facts: findings.map(({ facts }) => JSON.stringify(facts)),
});

/** Writes what a check found: what is new, what has come back, what is gone. Three statements, however many there are. */
export const writeCheck = async (
  tx: Tx,
  { customerId, scopeId, siteId }: AlertScope,
  { findings, totals }: Found,
  { now, forgetBefore }: { now: Date; forgetBefore: Date },
): Promise<void> => {
  const { kinds, subjects, facts } = columnsOf(findings);
  const found = sql`unnest(${kinds}::text[], ${subjects}::text[], ${facts}::jsonb[]) as f (kind, subject, facts)`;
  await sql`
    insert into alert_findings (customer_id, scope_id, site_id, kind, subject, facts, found_at)
    select ${customerId}::uuid, ${scopeId}::uuid, ${siteId}::uuid, f.kind, f.subject, f.facts, ${now}::timestamptz
    from ${found}
    on conflict (customer_id, scope_id, kind, subject) do update set facts = excluded.facts, resolved_at = null,
      found_at = case when alert_findings.resolved_at is null then alert_findings.found_at else excluded.found_at end
    `.execute(tx);
  await sql`
    update alert_findings a set resolved_at = ${now}
    where a.customer_id = ${customerId} and a.scope_id = ${scopeId} and a.resolved_at is null
      and not exists (select from ${found} where f.kind = a.kind and f.subject = a.subject)`.execute(tx);
  await tx
    .deleteFrom('alert_findings')
    .where((eb) => eb.and({ customer_id: customerId, scope_id: scopeId }))
    .where('resolved_at', '<', forgetBefore)
    .execute();
  await tx
    .updateTable('alert_checks')
    .set({ totals: JSON.stringify(totals) })
    .where((eb) => eb.and({ customer_id: customerId, scope_id: scopeId }))
    .execute();
};
