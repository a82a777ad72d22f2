import { constants } from '@patchkeep/contract/constants';
import { groups } from '@patchkeep/contract/groups';
import { type HostFilter, hosts, type hostSorts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/* Keys begin with "host", the word of the server's hints: whoever enrols, reports or is acted on refreshes them all. */

const fetchHosts = { verb: 'fetch', thing: 'hosts' } as const;

export interface HostPageRequest {
  filter: HostFilter;
  sort: (typeof hostSorts)[number];
  order: 'asc' | 'desc';
  cursor?: string | undefined;
  limit?: number;
}

/** One page of hosts; a group or a tag that the page is about is asked through its own list. */
export const fetchHostPage = (
  { filter, sort, order, cursor, limit = constants.pageSize }: HostPageRequest,
  within: 'site' | 'group' | 'tag',
  signal?: AbortSignal,
) => {
  const query = { ...filter, sort, order, limit, ...(cursor !== undefined && { cursor }) };
  const options = { operation: fetchHosts, ...(signal && { signal }) };
  if (within === 'group') return call(groups.hosts, { params: { id: filter.groupUuid ?? '' }, query }, options);
  if (within === 'tag') return call(tags.hosts, { params: { id: filter.tagUuid ?? '' }, query }, options);
  return call(hosts.list, { query }, options);
};

export const hostPageQuery = (request: HostPageRequest, within: 'site' | 'group' | 'tag') =>
  queryOptions({
    queryKey: ['host', 'list', within, request],
    queryFn: ({ signal }) => fetchHostPage(request, within, signal),
    placeholderData: keepPreviousData,
    // It shows what was counted of each.
    meta: { alsoOf: ['counts'] },
  });

export const hostCountsQuery = queryOptions({
  queryKey: ['host', 'counts'],
  queryFn: ({ signal }) => call(hosts.counts, {}, { signal, operation: fetchHosts }),
});

export const hostQuery = (id: string) =>
  queryOptions({
    queryKey: ['host', 'one', id],
    queryFn: ({ signal }) => call(hosts.read, { params: { id } }, { signal, operation: fetchHosts }),
  });

export const inventoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['host', 'inventory', id],
    queryFn: ({ signal }) =>
      call(hosts.inventory, { params: { id } }, { signal, operation: { verb: 'fetch', thing: 'applications' } }),
  });
