import { sql, type SqlBool } from 'kysely';
import { inSites } from '../../platform/db/in-sites.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { ActContent } from './changes.tables.ts';

/** Applied, and taken back later. */
const effectiveStates = [0, 3];

/** Where change sets are looked for: a site, or the system (`siteId` null). */
interface Where {
  customerId: string;
  siteId: string | null;
  /** As stored; `expired` is told by the time, `withdrawn` by who closed it. */
  state: { stored: number; isOver?: boolean; isOwn?: boolean } | undefined;
  now: Date;
}

const matching = (tx: Tx, { customerId, siteId, state, now }: Where) => {
  let query = tx.selectFrom('change_sets as c').where('c.customer_id', '=', customerId);
  query = siteId === null ? query.where('c.site_id', 'is', null) : query.where('c.site_id', '=', siteId);
  if (state) query = query.where('c.state', '=', state.stored);
  if (state?.isOver !== undefined) query = query.where('c.expires_at', state.isOver ? '<=' : '>', now);
  if (state?.isOwn !== undefined) query = query.whereRef('c.confirmed_by', state.isOwn ? '=' : '<>', 'c.requested_by');
  return query;
};

/** With so many of its moves: a set may hold thousands, and a list shows what a set is about. */
const named = (tx: Tx, where: Where, moves: number) =>
  matching(tx, where)
    .leftJoin('users as r', (join) =>
      join.onRef('r.customer_id', '=', 'c.customer_id').onRef('r.user_id', '=', 'c.requested_by'),
    )
    .leftJoin('users as f', (join) =>
      join.onRef('f.customer_id', '=', 'c.customer_id').onRef('f.user_id', '=', 'c.confirmed_by'),
    )
    .select([
      'c.change_set_id',
      'c.site_id',
      'c.state',
      'c.kind',
      'c.type',
      'c.level',
      'c.title',
      'c.reason',
      'c.refusal',
      'c.change_count',
      'c.content_hash',
      'c.hosts',
      'c.requested_by',
      'c.requested_session',
      'c.requested_at',
      'c.confirmed_by',
      'c.confirmed_at',
      'c.expires_at',
      'c.undoes_id',
      'r.long_name as requester',
      'f.long_name as confirmer',
      sql<unknown[]>`jsonb_path_query_array(c.moves, ${`$[0 to ${moves - 1}]`}::jsonpath)`.as('first_moves'),
      // Of an act no more than a list shows: what was asked for may name a thousand hosts.
      sql<string | null>`c.content ->> 'endpoint'`.as('endpoint'),
      sql<string | null>`c.content ->> 'effect'`.as('effect'),
      sql<ActContent['sample'] | null>`c.content -> 'sample'`.as('sample'),
      sql<boolean>`coalesce((c.content ->> 'isAskedByToken')::boolean, false)`.as('is_asked_by_token'),
      sql<boolean>`c.content -> 'kept' is not null`.as('is_kept'),
      // Decisions whose value still comes from the set: all of them, or something newer stands in the way.
      sql<number>`(select count(*) from approvals a
        where a.customer_id = c.customer_id and a.change_set_id = c.change_set_id)::int`.as('standing'),
    ]);

/** The newest first: ids are made in the order of time. */
export const selectChangeSets = (
  tx: Tx,
  where: Where,
  { before, limit, moves }: { before: string | undefined; limit: number; moves: number },
) => {
  let query = named(tx, where, moves);
  if (before !== undefined) query = query.where('c.change_set_id', '<', before);
  return query.orderBy('c.change_set_id', 'desc').limit(limit).execute();
};
export type ListedChangeSet = Awaited<ReturnType<typeof selectChangeSets>>[number];

export const findChangeSet = (
  tx: Tx,
  where: Where,
  changeSetId: string,
  moves: number,
): Promise<ListedChangeSet | undefined> =>
  named(tx, where, moves).where('c.change_set_id', '=', changeSetId).executeTakeFirst();

/** The title of the newest set that changes a decision about a subject. */
export const findTitleOfChange = async (
  tx: Tx,
  where: Where,
  subject: { kind: string; subject: string },
): Promise<string | undefined> => {
  const row = await matching(tx, where)
    .select('c.title')
    .where(sql<SqlBool>`c.moves @> ${JSON.stringify([subject])}::jsonb`)
    .orderBy('c.change_set_id', 'desc')
    .executeTakeFirst();
  return row?.title;
};

export const countChangeSets = async (tx: Tx, where: Where): Promise<number> => {
  const { count } = await matching(tx, where)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Changes that took effect in a period, whether they were taken back later or not: those of sites and, where asked for,
 * those of the system. What awaits a second person, or was refused, has not taken effect.
 */
export const countMade = async (
  tx: Tx,
  { customerId, siteIds, isWithSystem }: { customerId: string; siteIds: readonly string[]; isWithSystem: boolean },
  { start, end }: { start: Date; end: Date },
): Promise<number> => {
  const { count } = await tx
    .selectFrom('change_sets as c')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('c.customer_id', '=', customerId)
    .where(({ or, eb }) => or([inSites('c.site_id', siteIds), ...(isWithSystem ? [eb('c.site_id', 'is', null)] : [])]))
    .where('c.state', 'in', effectiveStates)
    .where(sql<Date>`coalesce(c.confirmed_at, c.requested_at)`, '>=', start)
    .where(sql<Date>`coalesce(c.confirmed_at, c.requested_at)`, '<', end)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The hosts that one person's changes touched since a time without a second person, of those that share a subject. */
export const selectTouchedBefore = (
  tx: Tx,
  { customerId, siteId, userId }: { customerId: string; siteId: string | null; userId: string },
  about: readonly string[],
  since: Date,
) => {
  let query = tx
    .selectFrom('change_sets as c')
    .select('c.host_nos')
    .where('c.customer_id', '=', customerId)
    .where('c.requested_by', '=', userId)
    .where('c.requested_at', '>', since)
    // Applied, or taken back later: hosts may have acted on it in between.
    .where('c.state', 'in', effectiveStates)
    .where('c.confirmed_by', 'is', null)
    .where('c.undoes_id', 'is', null)
    .where(sql<SqlBool>`c.about && ${[...about]}::text[]`);
  if (siteId !== null) query = query.where('c.site_id', '=', siteId);
  return query.execute();
};

export const selectHostNames = (tx: Tx, customerId: string, hostNos: readonly number[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id as uuid', 'host_name as hostName'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::integer[])`)
    .orderBy('host_name')
    .execute();

/** Hosts at work in all sites of the customer. */
export const countCustomerHosts = async (tx: Tx, customerId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('hosts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('view', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
};
