import { approvalKinds, decisionModes } from '@patchkeep/contract/approval-fields';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { DecisionChange } from '../approvals.tables.ts';

/**
 * Changes of a customer's decisions wait for one another here, so that what a change was assessed by cannot change
 * before it is written.
 */
export const lockRevision = async (tx: Tx, customerId: string): Promise<number> => {
  await sql`
    insert into approval_revisions (customer_id, revision) values (${customerId}, 0)
    on conflict (customer_id) do nothing`.execute(tx);
  const { revision } = await tx
    .selectFrom('approval_revisions')
    .select('revision')
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return revision;
};

export const countRevisionOn = async (tx: Tx, customerId: string): Promise<void> => {
  await tx
    .updateTable('approval_revisions')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute();
};

export interface WrittenBy {
  customerId: string;
  userId: string;
  now: Date;
}

/** A decision to be written: under which id, if it is new, and which set it is to be put down to. */
export type WrittenChange = DecisionChange & { approvalId: string; setId: string | null };

/** Writes every decision as it shall be, in one statement, each with its serial number counted on. */
export const saveDecisions = async (
  tx: Tx,
  { customerId, userId, now }: WrittenBy,
  changes: readonly WrittenChange[],
): Promise<void> => {
  const column = <T>(of: (change: WrittenChange) => T): T[] => changes.map(of);
  await sql`
    insert into approvals (customer_id, approval_id, site_id, group_id, tag_id, kind, subject, mode, version, options,
      customization, is_customization_enabled, serial_number, decided_at, changed_by, changed_at, change_set_id)
    select ${customerId}::uuid, m.approval_id, m.site_id, m.group_id, m.tag_id, m.kind, m.subject, m.mode, m.version,
      m.options::jsonb, m.customization::jsonb, m.is_customization_enabled, m.serial_number, m.decided_at, ${userId}::uuid,
      ${now}::timestamptz, m.set_id
    from unnest(
      ${column((change) => change.approvalId)}::uuid[], ${column((change) => change.siteId)}::uuid[],
      ${column((change) => change.groupId)}::uuid[], ${column((change) => change.tagId)}::uuid[],
      ${column((change) => approvalKinds.indexOf(change.kind))}::smallint[], ${column((change) => change.subject)}::text[],
      ${column((change) => decisionModes.indexOf(change.after.mode))}::smallint[],
      ${column((change) => change.after.version)}::text[], ${column((change) => JSON.stringify(change.after.options))}::text[],
      ${column((change) => (change.after.customization === null ? null : JSON.stringify(change.after.customization)))}::text[],
      ${column((change) => change.after.isCustomizationEnabled)}::boolean[],
      ${column((change) => change.serialBefore + 1)}::int[],
      ${column((change) => change.after.decidedOn ?? now.toISOString())}::timestamptz[],
      ${column((change) => change.setId)}::uuid[])
      as m (approval_id, site_id, group_id, tag_id, kind, subject, mode, version, options, customization,
        is_customization_enabled, serial_number, decided_at, set_id)
    on conflict (customer_id, scope_id, kind, subject) do update set
      mode = excluded.mode, version = excluded.version, options = excluded.options,
      customization = excluded.customization, is_customization_enabled = excluded.is_customization_enabled,
      serial_number = excluded.serial_number, decided_at = excluded.decided_at, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
      change_set_id = excluded.change_set_id`.execute(tx);
};
