import { configuration } from '@patchkeep/contract/configuration';
import { patching } from '@patchkeep/contract/patching';
import { restarts } from '@patchkeep/contract/restarts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const installTokensQuery = queryOptions({
  queryKey: ['installToken'],
  queryFn: ({ signal }) =>
    call(configuration.read, {}, { signal, operation: { verb: 'fetch', thing: 'configuration' } }),
  select: ({ installTokens }) => installTokens,
});

export const agentPackagesQuery = queryOptions({
  queryKey: ['agentSettings', 'packages'],
  queryFn: ({ signal }) =>
    call(configuration.agentPackages, {}, { signal, operation: { verb: 'fetch', thing: 'configuration' } }),
  select: ({ agentPackages }) => agentPackages,
  meta: { isShownInPlace: true },
});

export const patchingSettingsQuery = queryOptions({
  queryKey: ['patchingSettings'],
  queryFn: ({ signal }) => call(patching.readSettings, {}, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
});

export const restartSettingsQuery = queryOptions({
  queryKey: ['restartSettings'],
  queryFn: ({ signal }) => call(restarts.readSettings, {}, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
});
