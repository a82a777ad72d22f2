import type { Tx } from '../../platform/db/tenant.ts';
import type { ChangeSetRow } from './changes.tables.ts';

export const insertChangeSet = async (tx: Tx, { moves, content, ...row }: ChangeSetRow): Promise<void> => {
  await tx
    .insertInto('change_sets')
    .values({ ...row, moves: JSON.stringify(moves), content: content && JSON.stringify(content) })
    .execute();
};

/** The set, locked: of two who act on it, the second sees what the first did. */
export const lockChangeSet = (tx: Tx, customerId: string, changeSetId: string): Promise<ChangeSetRow | undefined> =>
  tx
    .selectFrom('change_sets')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('change_set_id', '=', changeSetId)
    .forUpdate()
    .executeTakeFirst();

type Change = Partial<Pick<ChangeSetRow, 'state' | 'confirmed_by' | 'confirmed_at' | 'content' | 'refusal'>>;

export const updateChangeSet = async (
  tx: Tx,
  { customer_id, change_set_id }: Pick<ChangeSetRow, 'customer_id' | 'change_set_id'>,
  { content, ...change }: Change,
): Promise<void> => {
  await tx
    .updateTable('change_sets')
    .set({ ...change, ...(content !== undefined && { content: content && JSON.stringify(content) }) })
    .where('customer_id', '=', customer_id)
    .where('change_set_id', '=', change_set_id)
    .execute();
};
