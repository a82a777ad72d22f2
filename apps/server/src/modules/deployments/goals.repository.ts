import { sql } from 'kysely';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { GoalKey } from '../patching/public.ts';
import type { ActionRow, GoalRow, Join, TargetRow } from './deployments.tables.ts';

type Joined<Row> = Omit<Row, 'joins'> & { joins?: readonly Join[] };

const stored = <Row extends { joins?: readonly Join[] }>({ joins, ...row }: Row) => ({
  ...row,
  ...(joins ? { joins: JSON.stringify(joins) } : {}),
});

export const insertGoal = async (tx: Tx, row: Joined<GoalRow>): Promise<void> => {
  await tx
    .insertInto('goals')
    .values({ ...stored(row), joins: JSON.stringify(row.joins ?? []) })
    .execute();
};

/** The job, for whoever looks at its hosts or edits it: one at a time. */
export const lockGoal = (
  tx: Tx,
  { customerId, siteId, goalId }: GoalKey,
  { isWaiting = true } = {},
): Promise<GoalRow | undefined> => {
  const locked = tx
    .selectFrom('goals')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', goalId)
    .forUpdate();
  return (isWaiting ? locked : locked.skipLocked()).executeTakeFirst();
};

export type GoalChange = Partial<Joined<Omit<GoalRow, 'customer_id' | 'site_id' | 'goal_id'>>>;

export const updateGoal = async (
  tx: Tx,
  { customerId, siteId, goalId }: GoalKey,
  change: GoalChange,
): Promise<void> => {
  await tx
    .updateTable('goals')
    .set(stored(change))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', goalId)
    .execute();
};

const nobody = packNumbers([]);

type OfHosts = 'achieved_nos' | 'spent_nos' | 'idle_nos';
/** For all users of a host, and nothing told to the installer. */
const plainAction = {
  config_id: null,
  is_removal: false,
  is_system_based: true,
  is_main_user: false,
  choices: null,
} as const;
const noTag = { choices_tag: null, choices_tag_seq: null, serial_number: 1 } as const;
type OfChoices = keyof typeof plainAction | keyof typeof noTag;

export const insertActions = async (
  tx: Tx,
  rows: readonly (Omit<ActionRow, OfHosts | OfChoices> & Partial<Pick<ActionRow, OfChoices>>)[],
): Promise<void> => {
  if (rows.length === 0) return;
  const ofHosts = { achieved_nos: nobody, spent_nos: nobody, idle_nos: nobody };
  await tx
    .insertInto('goal_actions')
    .values(
      rows.map(({ choices = null, ...row }) => ({
        ...plainAction,
        ...noTag,
        ...row,
        ...ofHosts,
        choices: choices && JSON.stringify(choices),
      })),
    )
    .execute();
};

export const updateAction = async (
  tx: Tx,
  { customerId, goalId }: GoalKey,
  actionNo: number,
  change: Partial<Pick<ActionRow, 'is_enabled' | 'priority' | 'achieved_nos' | 'spent_nos' | 'idle_nos'>>,
): Promise<void> => {
  await tx
    .updateTable('goal_actions')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('goal_id', '=', goalId)
    .where('action_no', '=', actionNo)
    .execute();
};

/** Names groups and tags, or writes down who is in them now. */
export const upsertTargets = async (tx: Tx, rows: readonly TargetRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto('goal_targets')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'goal_id', 'kind', 'target_id'])
        .doUpdateSet({ host_nos: sql`excluded.host_nos` }),
    )
    .execute();
};

export const deleteTargets = async (
  tx: Tx,
  { customerId, goalId }: GoalKey,
  targetIds: readonly string[],
): Promise<void> => {
  if (targetIds.length === 0) return;
  await tx
    .deleteFrom('goal_targets')
    .where('customer_id', '=', customerId)
    .where('goal_id', '=', goalId)
    .where('target_id', '=', sql<string>`any(${[...targetIds]}::uuid[])`)
    .execute();
};
