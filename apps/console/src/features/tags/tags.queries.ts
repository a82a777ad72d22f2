import { restarts } from '@patchkeep/contract/restarts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** What a new restart tag begins with. */
export const restartSettingsQuery = queryOptions({
  queryKey: ['restartSettings'],
  queryFn: ({ signal }) => call(restarts.readSettings, {}, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
});
