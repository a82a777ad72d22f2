import { support } from '@patchkeep/contract/support';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

const operation = { verb: 'fetch', thing: 'support' } as const;

export const supportQuery = queryOptions({
  queryKey: ['support', 'contact'],
  queryFn: ({ signal }) => call(support.read, {}, { signal, operation }),
  // It changes with the settings of the server, and a new start of the server reloads the page.
  staleTime: Infinity,
});

export const messagesQuery = queryOptions({
  queryKey: ['support', 'messages'],
  queryFn: ({ signal }) => call(support.messages, {}, { signal, operation }),
});
