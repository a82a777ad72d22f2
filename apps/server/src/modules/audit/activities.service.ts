import type { activityLog, ActivityLogQuery, FromSeq } from '@patchkeep/contract/activity-log';
import type { Returned } from '@patchkeep/contract/endpoint';
import { isId } from '@patchkeep/rules/ids';
import type { Context } from '../../platform/context.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { type ActivityRow, selectActivities, selectNames } from './activities.queries.ts';
import { presentActivity, sealed } from './audit.presenter.ts';
import { findLastCheckpoint, readChain, readCheckpoints } from './audit.queries.ts';

/** Acts on the caller's site, or on the customer as a whole. */
export type LogOf = 'site' | 'system';

const chainOf = ({ principal: { customerId, siteId } }: Context, of: LogOf) => {
  if (of === 'site' && siteId === null) throw forbidden('No site');
  return { customerId, chainId: of === 'site' && siteId !== null ? siteId : customerId };
};

const writeOlder = (row: ActivityRow): string => `${row.at.toISOString()} ${row.seq}`;
const readOlder = (text: string) => {
  const [time = '', seq = ''] = text.split(' ');
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !/^\d{1,15}$/.test(seq)) throw invalid('Where the page before ended is not known');
  return { at, seq: Number(seq) };
};

/** A list of a thousand hosts in one act is not looked up name by name. */
const mostNames = 1_000;
const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return isId(value) ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : [];
};

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

export const listActivities = async (
  context: Context,
  of: LogOf,
  query: ActivityLogQuery,
): Promise<Returned<typeof activityLog.account>> => {
  const chain = chainOf(context, of);
  const rows = await selectActivities(context.tx, {
    ...chain,
    by: query.by,
    actorId: query.userUuid,
    verb: query.verb,
    objectKind: query.objectKind,
    objectId: query.objectId,
    from: momentOf(query.startTime),
    until: momentOf(query.endTime),
    after: query.older === undefined ? undefined : readOlder(query.older),
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const ids = new Set(shown.flatMap((row) => idsIn([row.object_id, row.before, row.after])));
  const names = await selectNames(context.tx, chain.customerId, [...ids].slice(0, mostNames));
  const checkpoint = await findLastCheckpoint(context.tx, chain);
  const last = shown.at(-1);
  return {
    activities: shown.map((row) => presentActivity(row, names)),
    names: Object.fromEntries(names),
    checkpoint: checkpoint ? { sequenceNumber: checkpoint.seq, time: checkpoint.signed_at.toISOString() } : null,
    older: rows.length > query.limit && last ? writeOlder(last) : null,
  };
};

/** Where the next stretch begins; null when this was the last one. */
const nextOf = (rows: readonly { seq: number }[], limit: number): number | null =>
  rows.length < limit ? null : (rows.at(-1)?.seq ?? null);

export const listChain = async (
  context: Context,
  of: LogOf,
  query: FromSeq,
): Promise<Returned<typeof activityLog.accountChain>> => {
  const rows = await readChain(context.tx, { ...chainOf(context, of), ...query });
  return { entries: rows.map(sealed), after: nextOf(rows, query.limit) };
};

export const listCheckpoints = async (
  context: Context,
  of: LogOf,
  query: FromSeq,
): Promise<Returned<typeof activityLog.accountCheckpoints>> => {
  const rows = await readCheckpoints(context.tx, { ...chainOf(context, of), ...query });
  return { checkpoints: rows.map(({ envelope }) => envelope), after: nextOf(rows, query.limit) };
};
