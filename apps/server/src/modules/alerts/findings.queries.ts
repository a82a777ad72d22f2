import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { AlertFindingRow, AlertScope } from './alerts.tables.ts';

/** Applications of a site that are 0-Day on some host, as the last count left them. */
export const selectZeroDays = async (tx: Tx, customerId: string, siteId: string) => {
  const { rows } = await sql<{ application_id: number; name: string; hosts: number }>`
    select a.application_id, a.name, c.zeroday as hosts
    from application_counts c join applications a on a.application_id = c.application_id
    where c.customer_id = ${customerId} and c.scope_id = ${siteId} and c.zeroday > 0
    order by c.zeroday desc, a.name`.execute(tx);
  return rows;
};

export const nameChannels = async (tx: Tx, tags: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (tags.length === 0) return new Map();
  const rows = await tx
    .selectFrom('channels')
    .select(['channel_tag', 'name'])
    .where('channel_tag', 'in', [...tags])
    .execute();
  return new Map(rows.map((row) => [row.channel_tag, row.name]));
};

/** The last check of a scope. */
export const findCheck = (tx: Tx, { customerId, scopeId }: AlertScope) =>
  tx
    .selectFrom('alert_checks')
    .select(['checked_at', 'totals'])
    .where((eb) => eb.and({ customer_id: customerId, scope_id: scopeId }))
    .executeTakeFirst();

/**
 * What is news to somebody who was told of a check: findings since then that are still open, and those told before that
 * have been resolved. Who was told of none hears of all that is open.
 */
export const selectNews = (
  tx: Tx,
  { customerId, scopeId }: AlertScope,
  toldUntil: Date | null,
): Promise<AlertFindingRow[]> =>
  tx
    .selectFrom('alert_findings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('scope_id', '=', scopeId)
    .where((eb) =>
      toldUntil === null
        ? eb('resolved_at', 'is', null)
        : eb.or([
            eb.and([eb('resolved_at', 'is', null), eb('found_at', '>', toldUntil)]),
            eb.and([eb('resolved_at', '>', toldUntil), eb('found_at', '<=', toldUntil)]),
          ]),
    )
    .orderBy('found_at')
    .orderBy('subject')
    .execute();
