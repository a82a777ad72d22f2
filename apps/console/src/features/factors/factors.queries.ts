import { factors } from '@patchkeep/contract/factors';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => call(factors.read, {}, { signal, operation: { verb: 'fetch', thing: 'account info' } }),
});
