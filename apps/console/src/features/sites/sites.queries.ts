import { customer } from '@patchkeep/contract/customer-settings';
import { customerFactors } from '@patchkeep/contract/second-factor-policy';
import { sites } from '@patchkeep/contract/sites';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const sitesQuery = queryOptions({
  queryKey: ['site', 'list'],
  queryFn: ({ signal }) => call(sites.list, {}, { signal, operation: { verb: 'fetch', thing: 'sites' } }),
  meta: { alsoOf: ['host'], isShownInPlace: true },
});

export const customerSettingsQuery = queryOptions({
  queryKey: ['site', 'customer'],
  queryFn: ({ signal }) => call(customer.readSettings, {}, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
  meta: { alsoOf: ['host'] },
});

export const factorPolicyQuery = queryOptions({
  queryKey: ['site', 'factor-policy'],
  queryFn: ({ signal }) => call(customerFactors.read, {}, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
  meta: { alsoOf: ['user'] },
  // Who has none is what it says: others may have set one up since.
  staleTime: 0,
});
