import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ActivitySearch } from './activity-search.ts';
import { activitiesQuery } from './patching.queries.ts';

/** Every hint fetches all that is loaded: who looks far back is not fetching news. */
const livePages = 4;

/** The activities from the newest on. Live, they follow what the hosts do, while only the newest are loaded. */
export const useActivities = (search: ActivitySearch, isLive: boolean) => {
  const query = useInfiniteQuery({
    // What is loaded is put in order here: another order asks for nothing.
    ...activitiesQuery({ ...search, sort: null }),
    enabled: ({ state: { data } }) => data === undefined || (isLive && data.pages.length <= livePages),
  });
  const { data } = query;
  return {
    query,
    activities: useMemo(() => data?.pages.flatMap(({ activities }) => activities), [data]),
    isResting: isLive && (data?.pages.length ?? 0) > livePages,
  };
};
