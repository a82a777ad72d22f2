import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useState } from 'react';

/** Every hint fetches all that is loaded: who looks far back is not fetching news. */
const livePages = 4;

/** A list from the newest on. Live, it follows what happens, while only the newest are loaded. */
export const useLivePages = <Page, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>,
  /** For a list of which not everything gives a hint. */
  everyMs?: number,
) => {
  const [isLive, setLive] = useState(true);
  const query = useInfiniteQuery({
    ...options,
    enabled: ({ state: { data } }) => data === undefined || (isLive && data.pages.length <= livePages),
    refetchInterval: isLive && everyMs !== undefined ? everyMs : false,
  });
  const pages = query.data?.pages;
  return { query, pages, live: { isLive, setLive, isResting: isLive && (pages?.length ?? 0) > livePages } };
};
