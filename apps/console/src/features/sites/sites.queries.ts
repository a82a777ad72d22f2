import { customer } from '@patchkeep/contract/customer-settings';
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
