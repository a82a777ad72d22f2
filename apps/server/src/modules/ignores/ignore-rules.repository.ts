import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { IgnoreRuleRow, RenewalRow } from './ignores.tables.ts';

export const insertRule = async (tx: Tx, row: IgnoreRuleRow): Promise<void> => {
  await tx.insertInto('ignore_rules').values(row).execute();
};

/** The rules of the site by id, locked; those that are not there are left out. */
export const lockRules = (tx: Tx, customerId: string, siteId: string, ruleIds: readonly string[]) =>
  tx
    .selectFrom('ignore_rules')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('rule_id', '=', sql<string>`any(${[...ruleIds]}::uuid[])`)
    .orderBy('rule_id')
    .forUpdate()
    .execute();

type Change = Partial<
  Pick<IgnoreRuleRow, 'reason_kind' | 'reason' | 'expires_at' | 'revoked_at' | 'renewals' | 'hits'>
>;

/** Saves over the row as it was read and locked. */
export const updateRule = async (tx: Tx, row: IgnoreRuleRow, change: Change): Promise<void> => {
  await tx
    .updateTable('ignore_rules')
    .set({ ...change, serial_number: row.serial_number + 1 })
    .where('customer_id', '=', row.customer_id)
    .where('site_id', '=', row.site_id)
    .where('rule_id', '=', row.rule_id)
    .execute();
};

export const insertRenewal = async (tx: Tx, row: RenewalRow): Promise<void> => {
  await tx.insertInto('ignore_rule_renewals').values(row).execute();
};

/** Takes the newest renewal of a rule away and says what it was. */
export const deleteLastRenewal = async (
  tx: Tx,
  { customer_id, site_id, rule_id, renewals }: IgnoreRuleRow,
): Promise<RenewalRow | undefined> =>
  tx
    .deleteFrom('ignore_rule_renewals')
    .where('customer_id', '=', customer_id)
    .where('site_id', '=', site_id)
    .where('rule_id', '=', rule_id)
    .where('renewal_no', '=', renewals)
    .returningAll()
    .executeTakeFirst();

/** On how many hosts each rule keeps something uncounted; written only where the number moved. */
export const saveHits = async (
  tx: Tx,
  customerId: string,
  hits: readonly { siteId: string; ruleId: string; hosts: number }[],
): Promise<void> => {
  if (hits.length === 0) return;
  await sql`
    update ignore_rules r set hits = h.hosts
    from unnest(${hits.map((hit) => hit.siteId)}::uuid[], ${hits.map((hit) => hit.ruleId)}::uuid[],
                ${hits.map((hit) => hit.hosts)}::int[]) as h (site_id, rule_id, hosts)
    where r.customer_id = ${customerId} and r.site_id = h.site_id and r.rule_id = h.rule_id
      and r.hits is distinct from h.hosts`.execute(tx);
};
