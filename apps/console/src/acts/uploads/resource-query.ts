import { constants } from '@patchkeep/contract/constants';
import { type ResourceCategory, resourceCalls, type SiteResource } from '@patchkeep/contract/resources';
import { queryOptions } from '@tanstack/react-query';
import type { Caller } from '../../lib/call.ts';

const operation = { verb: 'fetch', thing: 'files' } as const;

/** The server is at it, or soon will be. A file that waits for a scanner may do so for days: a hint says when it goes on. */
const isProcessed = ({ state, cause }: SiteResource): boolean =>
  state === 'examining' || (state === 'waiting' && cause === null);

/**
 * How far the server is with a file. It is asked again and again while the page shows a file that the server processes,
 * and nobody asks in a tab that is hidden. What cannot be read is asked for when the hints are back.
 */
export const createResourceQuery = (call: Caller) => (category: ResourceCategory, id: string) =>
  queryOptions({
    queryKey: ['resource', category, id],
    queryFn: async ({ signal }) =>
      (await call(resourceCalls[category].state, { params: { id } }, { signal, operation })).siteResource,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'success' && data !== undefined && isProcessed(data) ? constants.uploadProgressPollMs : false,
    meta: { isShownInPlace: true },
  });
