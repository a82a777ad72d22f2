import type { ConsoleHint } from '@patchkeep/contract/hints';
import { QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { TabMessage } from './broadcast.ts';
import type { ExceptionStore } from './exceptions.ts';
import { asFailure } from './failure.ts';
import type { QueryWord } from './query-keys.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `isSilent`: a fetch whose failure is no news to the user. `isShownInPlace`: the screen itself shows the failure.
     * `isMissingShown`: the screen itself says so when there is no such thing. `alsoOf`: other things whose hints
     * concern it.
     */
    queryMeta: {
      isSilent?: boolean;
      isShownInPlace?: boolean;
      isMissingShown?: boolean;
      alsoOf?: readonly ConsoleHint[];
    };
    queryKey: readonly [QueryWord, ...unknown[]];
  }
}

/** The cache of answers. A query's key begins with the thing it shows, in the word of the server's hints. */
export const createQueryClient = ({
  show,
  reportInPlace,
}: Pick<ExceptionStore, 'show' | 'reportInPlace'>): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (thrown, query) => {
        const failure = asFailure(thrown);
        if (query.meta?.isSilent) return;
        const isMissing = query.meta?.isMissingShown === true && failure.type === 404;
        if (query.meta?.isShownInPlace || isMissing) reportInPlace(failure);
        else show(failure);
      },
    }),
    defaultOptions: {
      // The call retries a busy server itself; repeating other failures would only delay their message.
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });

/**
 * Marks answers as old and fetches again those on screen. The library starts nothing for a query whose first answer is on
 * its way, and takes that answer for new; but the server may have read it before the change. Such a query is marked
 * again when it has its answer.
 */
export const markOld = async (queries: QueryClient, filters: QueryFilters): Promise<void> => {
  const firstFetches = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.all([
    queries.invalidateQueries(filters),
    ...firstFetches.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
};

/** Marks as old what a message of another tab, or a hint of the server, may have changed. */
export const invalidateFor = (
  queries: QueryClient,
  message: Pick<TabMessage, 'kind'> & { thing?: ConsoleHint | undefined },
) => {
  const { thing } = message;
  if (message.kind === 'report' && thing !== undefined)
    return markOld(queries, {
      predicate: ({ queryKey, meta }) => queryKey[0] === thing || meta?.alsoOf?.includes(thing) === true,
    });
  if (message.kind === 'patchpro-admin-consent') return markOld(queries, { queryKey: ['patchpro'] });
  return queries.invalidateQueries();
};
