import { alertChoices } from '@patchkeep/contract/alerts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

const everyMs = 2_000;

/** Asked for again while a test mail is on its way: the worker that sends it may tell no console. */
export const alertChoicesQuery = queryOptions({
  queryKey: ['alertChoice'],
  queryFn: ({ signal }) =>
    call(alertChoices.read, {}, { signal, operation: { verb: 'fetch', thing: 'configuration' } }),
  refetchInterval: ({ state }) => (state.data?.testMail?.state === 'waiting' ? everyMs : false),
});
