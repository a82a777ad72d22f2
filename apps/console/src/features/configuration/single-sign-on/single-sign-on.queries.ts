import { provisioning } from '@patchkeep/contract/provisioning';
import { singleSignOn } from '@patchkeep/contract/single-sign-on';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

const operation = { verb: 'fetch', thing: 'configuration' } as const;

export const singleSignOnQuery = queryOptions({
  queryKey: ['singleSignOn'],
  queryFn: ({ signal }) => call(singleSignOn.read, {}, { signal, operation }),
});

export const provisioningQuery = (id: string) =>
  queryOptions({
    queryKey: ['singleSignOn', 'provisioning', id],
    queryFn: ({ signal }) => call(provisioning.read, { params: { id } }, { signal, operation }),
    staleTime: 0,
  });

/** Asked for each time: what a removal does changes with every sign-in. */
export const removalQuery = (id: string) =>
  queryOptions({
    queryKey: ['singleSignOn', 'removal', id],
    queryFn: ({ signal }) => call(singleSignOn.previewRemoval, { params: { id } }, { signal, operation }),
    staleTime: 0,
  });

export const saving = { operation: { verb: 'save', thing: 'configuration' } } as const;
export const removing = { operation: { verb: 'remove', thing: 'configuration' } } as const;
