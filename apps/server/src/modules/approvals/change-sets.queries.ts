import type { Tx } from '../../platform/db/tenant.ts';
import './approvals.tables.ts';

/** Where change sets are looked for: a site, or the system (`siteId` null). */
interface Where {
  customerId: string;
  siteId: string | null;
  /** As stored; `expired` is told by the time. */
  state: { stored: number; isOver?: boolean } | undefined;
  now: Date;
}

const matching = (tx: Tx, { customerId, siteId, state, now }: Where) => {
  let query = tx.selectFrom('change_sets as c').where('c.customer_id', '=', customerId);
  query = siteId === null ? query.where('c.site_id', 'is', null) : query.where('c.site_id', '=', siteId);
  if (state) query = query.where('c.state', '=', state.stored);
  if (state?.isOver !== undefined) query = query.where('c.expires_at', state.isOver ? '<=' : '>', now);
  return query;
};

const named = (tx: Tx, where: Where) =>
  matching(tx, where)
    .leftJoin('users as r', (join) =>
      join.onRef('r.customer_id', '=', 'c.customer_id').onRef('r.user_id', '=', 'c.requested_by'),
    )
    .leftJoin('users as f', (join) =>
      join.onRef('f.customer_id', '=', 'c.customer_id').onRef('f.user_id', '=', 'c.confirmed_by'),
    )
    .selectAll('c')
    .select(['r.long_name as requester', 'f.long_name as confirmer']);

/** The newest first: ids are made in the order of time. */
export const selectChangeSets = (tx: Tx, where: Where, before: string | undefined, limit: number) => {
  let query = named(tx, where);
  if (before !== undefined) query = query.where('c.change_set_id', '<', before);
  return query.orderBy('c.change_set_id', 'desc').limit(limit).execute();
};
export type ListedChangeSet = Awaited<ReturnType<typeof selectChangeSets>>[number];

export const findChangeSet = (tx: Tx, where: Where, changeSetId: string): Promise<ListedChangeSet | undefined> =>
  named(tx, where).where('c.change_set_id', '=', changeSetId).executeTakeFirst();

export const countChangeSets = async (tx: Tx, where: Where): Promise<number> => {
  const { count } = await matching(tx, where)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
