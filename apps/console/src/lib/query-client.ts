import { QueryCache, QueryClient } from '@tanstack/react-query';
import { asFailure, type CallFailure } from './failure.ts';
import type { TabMessage } from './broadcast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isSilent`: a periodic fetch, whose failure is no news to the user. `alsoOf`: other things whose hints concern it. */
    queryMeta: { isSilent?: boolean; alsoOf?: readonly string[] };
  }
}

/** The cache of answers. A query's key begins with the word of the thing it shows, as the server's hints do. */
export const createQueryClient = (show: (failure: CallFailure) => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (thrown, query) => {
        if (!query.meta?.isSilent) show(asFailure(thrown));
      },
    }),
    defaultOptions: {
      // The call retries a busy server itself; repeating other failures would only delay their message.
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });

/** The list of hosts shows what was counted, though it is a list of hosts. */
const shownElsewhere: Record<string, readonly string[]> = { counts: ['host', 'list'] };

/** Marks as old what a message of another tab, or a hint of the server, may have changed. */
export const invalidateFor = (
  queries: QueryClient,
  message: Pick<TabMessage, 'kind'> & { thing?: string | undefined },
) => {
  const { thing } = message;
  if (message.kind === 'report' && thing !== undefined)
    return queries.invalidateQueries({
      predicate: ({ queryKey, meta }) => queryKey[0] === thing || meta?.alsoOf?.includes(thing) === true,
    });
  if (message.kind === 'patchpro-admin-consent') return queries.invalidateQueries({ queryKey: ['patchpro'] });
  return queries.invalidateQueries();
};
