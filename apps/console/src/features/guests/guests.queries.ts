import { guestRequests, guests, providers } from '@patchkeep/contract/guests';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** No hint of this customer says that another one let the user in, so it is asked for again when it is looked at. */
export const customersQuery = queryOptions({
  queryKey: ['account', 'customers'],
  queryFn: ({ signal }) => call(guests.customers, {}, { signal, operation: { verb: 'fetch', thing: 'sites' } }),
});

export const requestsQuery = queryOptions({
  queryKey: ['user', 'requests'],
  queryFn: ({ signal }) => call(guestRequests.list, {}, { signal, operation: { verb: 'fetch', thing: 'site users' } }),
});

export const providersQuery = queryOptions({
  queryKey: ['user', 'providers'],
  // No hint tells of a guest who entered, and the sessions shown are those that ending the access ends.
  staleTime: 0,
  queryFn: ({ signal }) => call(providers.list, {}, { signal, operation: { verb: 'fetch', thing: 'site users' } }),
});
