import { hosts } from '@patchkeep/contract/hosts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** A host by its id, for the words of a filter; one that is gone leaves its filter without a name. */
export const hostNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['host', 'one', id],
    queryFn: ({ signal }) =>
      call(hosts.read, { params: { id } }, { signal, operation: { verb: 'fetch', thing: 'hosts' } }),
    select: ({ hostName }) => hostName,
    meta: { isSilent: true },
  });

/** Some hosts whose name begins so. */
export const foundHostsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['host', 'found', typed],
    queryFn: ({ signal }) =>
      call(
        hosts.list,
        { query: { ...(typed !== '' && { q: typed }), limit: 20 } },
        { signal, operation: { verb: 'fetch', thing: 'hosts' } },
      ),
    placeholderData: keepPreviousData,
    select: (answer) => answer.hosts,
  });
