import { type DeploymentConfig, deploymentConfigs } from '@patchkeep/contract/deployment-configs';
import { queryOptions, useQueries } from '@tanstack/react-query';
import type { DraftAction } from '../../../acts/jobs/job-draft.ts';
import { call } from '../../../lib/client.ts';
import { unconfigured } from './choices-draft.ts';

const configQuery = (channelTag: string) =>
  queryOptions({
    queryKey: ['goal', 'config', channelTag],
    queryFn: async ({ signal }) => {
      const { deploymentConfigs: found } = await call(
        deploymentConfigs.read,
        { params: { id: channelTag } },
        { signal, operation: { verb: 'fetch', thing: 'deployment configs' } },
      );
      return found[0];
    },
    // What can be chosen changes with the catalogue.
    meta: { alsoOf: ['counts'], isShownInPlace: true },
  });

/** What can be told to the installers of what a job installs, by application, as far as it has come. */
export const useJobConfigs = (actions: readonly DraftAction[]): ReadonlyMap<string, DeploymentConfig> =>
  useQueries({
    queries: actions
      .filter(({ actionType }) => actionType === 'Install')
      .map(({ channelTag }) => configQuery(channelTag)),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.channelTag, data]] : []))),
  });

/** Why what a job installs cannot be sent as it is; the server asks the same. */
export const useUnconfigured = (actions: readonly DraftAction[]): string | undefined => {
  const configs = useJobConfigs(actions);
  return actions
    .map((action) => {
      const config = configs.get(action.channelTag);
      return config && unconfigured(config, action);
    })
    .find((problem) => problem !== undefined);
};
