import { apiTokens } from '@patchkeep/contract/api-tokens';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

export const apiTokensQuery = queryOptions({
  queryKey: ['apiToken'],
  queryFn: ({ signal }) => call(apiTokens.list, {}, { signal, operation: { verb: 'fetch', thing: 'API tokens' } }),
  select: (answer) => answer.apiTokens,
});
