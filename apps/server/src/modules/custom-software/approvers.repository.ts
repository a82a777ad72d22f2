import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { ApproverStatementRow, GivenApproval } from './custom-software.tables.ts';

/** Whoever names approvers of a site, or agrees to them, does so one at a time. */
export const lockApprovers = async (tx: Tx, siteId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('approvers:' || ${siteId}, 0))`.execute(tx);
};

/** Oldest first; the last one may wait for signatures. */
export const listApprovers = (tx: Tx, customerId: string, siteId: string): Promise<ApproverStatementRow[]> =>
  tx
    .selectFrom('approver_statements')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .orderBy('version')
    .execute();

/** What hosts are given after the version that they believe. */
export const selectEnvelopesAfter = async (
  tx: Tx,
  customerId: string,
  siteId: string,
): Promise<{ version: number; envelope: string }[]> => {
  const rows = await tx
    .selectFrom('approver_statements')
    .select(['version', 'envelope'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('envelope', 'is not', null)
    .orderBy('version')
    .execute();
  return rows.flatMap(({ version, envelope }) => (envelope === null ? [] : [{ version, envelope }]));
};

export const insertApprovers = async (tx: Tx, { approvals, ...row }: ApproverStatementRow): Promise<void> => {
  await tx
    .insertInto('approver_statements')
    .values({ ...row, approvals: JSON.stringify(approvals) })
    .execute();
};

export const updateApprovers = async (
  tx: Tx,
  row: Pick<ApproverStatementRow, 'customer_id' | 'site_id' | 'version'>,
  change: { approvals: readonly GivenApproval[]; envelope: string | null; startsAt: Date },
): Promise<void> => {
  const { approvals, envelope, startsAt } = change;
  await tx
    .updateTable('approver_statements')
    .set({ approvals: JSON.stringify(approvals), envelope, starts_at: startsAt })
    .where('customer_id', '=', row.customer_id)
    .where('site_id', '=', row.site_id)
    .where('version', '=', row.version)
    .execute();
};

/** Only what nobody vouches by yet can be given up. */
export const deleteNext = async (tx: Tx, customerId: string, siteId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('approver_statements')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('envelope', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
