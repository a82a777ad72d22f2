import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { activitiesQuery, type LogOf } from './activity-log.queries.ts';
import type { LogSearch } from './log-search.ts';

/** Every hint fetches all that is loaded: who looks far back is not fetching news. */
const livePages = 4;
/** Agents and sign-ins give no hint of their own. */
const everyMs = 30_000;

/** The log from the newest on. Live, it follows what is done, while only the newest are loaded. */
export const useActivityLog = (of: LogOf, search: LogSearch, isLive: boolean) => {
  const query = useInfiniteQuery({
    ...activitiesQuery(of, search),
    enabled: ({ state: { data } }) => data === undefined || (isLive && data.pages.length <= livePages),
    refetchInterval: isLive ? everyMs : false,
  });
  const { data } = query;
  return {
    query,
    activities: useMemo(() => data?.pages.flatMap(({ activities }) => activities), [data]),
    names: useMemo(
      () => Object.assign({}, ...(data?.pages.map(({ names }) => names) ?? [])) as Record<string, string>,
      [data],
    ),
    checkpoint: data?.pages[0]?.checkpoint ?? null,
    isResting: isLive && (data?.pages.length ?? 0) > livePages,
  };
};
