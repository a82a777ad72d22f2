import { constants } from '@patchkeep/contract/constants';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { type UpdatesSearch, type UpdateState, writeUpdatesSearch } from './updates-search.ts';

/* Keys begin with "counts": who misses what is counted with everything else. */

export const fetchUpdates = (
  search: UpdatesSearch,
  cursor: string | undefined,
  limit: number = constants.pageSize,
  signal?: AbortSignal,
) =>
  call(
    windowsUpdates.list,
    { query: { ...writeUpdatesSearch(search), limit, ...(cursor !== undefined && { cursor }) } },
    { operation: { verb: 'fetch', thing: 'Windows updates' }, ...(signal && { signal }) },
  );

export const updatesQuery = (search: UpdatesSearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'windows-updates', search, cursor],
    queryFn: ({ signal }) => fetchUpdates(search, cursor, constants.pageSize, signal),
    placeholderData: keepPreviousData,
  });

export interface UpdateHostsRequest {
  kbArticle: string;
  state: UpdateState | undefined;
}

export const fetchUpdateHosts = (
  { kbArticle, state }: UpdateHostsRequest,
  cursor: string | undefined,
  limit: number = constants.pageSize,
  signal?: AbortSignal,
) =>
  call(
    windowsUpdates.hosts,
    { query: { kbArticle, limit, ...(state && { state }), ...(cursor !== undefined && { cursor }) } },
    { operation: { verb: 'fetch', thing: 'Windows update hosts' }, ...(signal && { signal }) },
  );

export const updateHostsQuery = (request: UpdateHostsRequest, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'windows-update-hosts', request, cursor],
    queryFn: ({ signal }) => fetchUpdateHosts(request, cursor, constants.pageSize, signal),
    placeholderData: (before, query) =>
      query?.queryKey[2].kbArticle === request.kbArticle ? keepPreviousData(before) : undefined,
  });
