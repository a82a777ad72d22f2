import { feeds } from '@patchkeep/contract/feeds';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

const operation = { verb: 'fetch', thing: 'configuration' } as const;

export const feedsQuery = queryOptions({
  queryKey: ['feed', 'list'],
  queryFn: ({ signal }) => call(feeds.list, {}, { signal, operation }),
  // What a feed brought shows in the counts; a feed that stopped says nothing, so it is asked now and then too.
  meta: { alsoOf: ['counts'] },
  refetchInterval: 60_000,
});

export const rejectionsQuery = (feed: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['feed', 'rejections', feed, cursor],
    queryFn: ({ signal }) =>
      call(feeds.rejections, { query: { feed, ...(cursor !== undefined && { cursor }) } }, { signal, operation }),
    placeholderData: keepPreviousData,
  });
