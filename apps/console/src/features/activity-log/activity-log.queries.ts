import { activityLog } from '@patchkeep/contract/activity-log';
import { constants } from '@patchkeep/contract/constants';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { actorsShown, askedActors, type LogSearch } from './log-search.ts';

/** The log of this site, or of the customer as a whole. */
export type LogOf = 'site' | 'system';

const endpoints = {
  site: { list: activityLog.account, chain: activityLog.accountChain, checkpoints: activityLog.accountCheckpoints },
  system: { list: activityLog.system, chain: activityLog.systemChain, checkpoints: activityLog.systemCheckpoints },
} as const;
const operations = {
  site: { verb: 'fetch', thing: 'user activities' },
  system: { verb: 'fetch', thing: 'system activities' },
} as const;

export const fetchActivities = (
  of: LogOf,
  search: LogSearch,
  older: string | undefined,
  limit: number,
  signal?: AbortSignal,
) => {
  const asked = { ...search, by: askedActors(actorsShown(of, search)) };
  const narrowed = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return call(
    endpoints[of].list,
    { query: { ...narrowed, limit, ...(older !== undefined && { older }) } },
    { operation: operations[of], ...(signal && { signal }) },
  );
};

/** From the newest on, as far back as somebody has looked. The key begins with the word of the hint that an act gives. */
export const activitiesQuery = (of: LogOf, search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['activityLog', of, search],
    queryFn: ({ pageParam, signal }) => fetchActivities(of, search, pageParam, constants.pageSize, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
    placeholderData: keepPreviousData,
  });

const after = (cursor: string | undefined) => ({ query: cursor === undefined ? {} : { after: cursor } });
const nextOf = (seq: number | null) => (seq === null ? null : String(seq));

/** Stretches of the chain, and of its checkpoints, for who wants to check them: a line of text each. */
export const fetchChain = async (of: LogOf, cursor: string | undefined) => {
  const answer = await call(endpoints[of].chain, after(cursor), { operation: operations[of] });
  return { rows: answer.entries.map((entry) => JSON.stringify(entry)), nextCursor: nextOf(answer.after) };
};
export const fetchCheckpoints = async (of: LogOf, cursor: string | undefined) => {
  const answer = await call(endpoints[of].checkpoints, after(cursor), { operation: operations[of] });
  return { rows: answer.checkpoints, nextCursor: nextOf(answer.after) };
};
