import { resourceCalls } from '@patchkeep/contract/resources';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

const calls = resourceCalls['custom-settings'];

export const filesQuery = queryOptions({
  queryKey: ['resource', 'custom-settings'],
  queryFn: ({ signal }) => call(calls.list, {}, { signal, operation: { verb: 'fetch', thing: 'files' } }),
  // What names a file is decided with approvals.
  meta: { alsoOf: ['approvals'] },
});

export const removeFile = (id: string) =>
  call(calls.remove, { params: { id } }, { operation: { verb: 'remove', thing: 'files' } });
