import { account } from '@patchkeep/contract/account';
import { ssoAccount } from '@patchkeep/contract/single-sign-on';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const accountQuery = queryOptions({
  queryKey: ['account', 'info'],
  queryFn: ({ signal }) => call(account.read, {}, { signal, operation: { verb: 'fetch', thing: 'account info' } }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(account.sessions, {}, { signal, operation: { verb: 'fetch', thing: 'account info' } }),
});

export const ssoQuery = queryOptions({
  queryKey: ['account', 'sso'],
  queryFn: ({ signal }) => call(ssoAccount.read, {}, { signal, operation: { verb: 'fetch', thing: 'account info' } }),
});
