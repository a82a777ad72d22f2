import { type ResourceCategory, resourceCalls } from '@patchkeep/contract/resources';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** How far a file is; hints say when that changes. */
export const resourceQuery = (category: ResourceCategory, id: string) =>
  queryOptions({
    queryKey: ['resource', category, id],
    queryFn: async ({ signal }) => {
      const options = { signal, operation: { verb: 'fetch', thing: 'files' } } as const;
      return (await call(resourceCalls[category].state, { params: { id } }, options)).siteResource;
    },
    meta: { isShownInPlace: true },
  });
