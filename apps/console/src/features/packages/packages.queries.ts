import { constants } from '@patchkeep/contract/constants';
import { packages } from '@patchkeep/contract/packages';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import type { PackagesSearch } from './packages-search.ts';

const operation = { verb: 'fetch', thing: 'packages' } as const;
/** The server asks the packager every minute. */
const refetchInterval = 30_000;

export const packagesQuery = ({ q, state }: PackagesSearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['package', 'list', q, state, cursor],
    queryFn: ({ signal }) =>
      call(
        packages.list,
        {
          query: {
            limit: constants.pageSize,
            ...(q.trim() !== '' && { search: q.trim() }),
            ...(state !== undefined && { state }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        { signal, operation },
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: ['package', 'one', id],
    queryFn: ({ signal }) => call(packages.find, { params: { id } }, { signal, operation }),
    refetchInterval,
    // The panel says so itself: a package that is no longer wanted is gone.
    meta: { isShownInPlace: true },
  });

export const packageSummaryQuery = queryOptions({
  queryKey: ['package', 'summary'],
  queryFn: ({ signal }) => call(packages.summary, {}, { signal, operation }),
  refetchInterval,
});
