import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import type { Context } from '../../platform/context.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { AgentPackages } from './agents/agent-packages.service.ts';
import { groupRoutes } from './groups-and-tags/groups.routes.ts';
import { tagRoutes } from './groups-and-tags/tags.routes.ts';
import {
  acceptHosts,
  disableHosts,
  emptyTrash,
  enableHosts,
  type HastenWork,
  inspectHosts,
  moveHosts,
  restoreHosts,
  selectionOf,
  trashHosts,
} from './host-acts.service.ts';
import { countViews, listHosts, readHost } from './hosts.service.ts';
import { restartRoutes } from './restarts/restarts.routes.ts';
import { resolveSelection } from './selection.service.ts';
import {
  createInstallToken,
  endInstallToken,
  readAgentSettings,
  readInstallTokens,
  saveAgentSettings,
} from './settings/configuration.service.ts';

export interface HostDependencies {
  /** What is to the right of this module lets go of hosts that are deleted for good. */
  forgetHosts: (context: Context, hostNos: readonly number[]) => Promise<void>;
  hastenWork: HastenWork;
  /** Work of deployment jobs that waits for a scheduled inspection begins at once. */
  hastenJobs: (context: Context) => Promise<void>;
  packagesOfAgent: AgentPackages;
}

export const hostRoutes = (
  mount: Mount,
  { forgetHosts, hastenWork, hastenJobs, packagesOfAgent }: HostDependencies,
): void => {
  mount(configuration.read, async (context) => ({ installTokens: await readInstallTokens(context) }));
  mount(configuration.createInstallToken, (context, { body }) => createInstallToken(context, body));
  mount(configuration.revokeInstallToken, async (context, { params }) => {
    await endInstallToken(context, params.id);
    return {};
  });
  mount(configuration.readAgentSettings, (context) => readAgentSettings(context));
  mount(configuration.saveAgentSettings, (context, { body }) => saveAgentSettings(context, body, hastenJobs));
  mount(configuration.agentPackages, async () => ({ agentPackages: packagesOfAgent.list() }));
  mount.download(configuration.downloadAgentPackage, ({ params }) => packagesOfAgent.find(params.system));

  mount(hosts.list, (context, { query }) => listHosts(context, query));
  mount(hosts.counts, (context) => countViews(context));
  mount(hosts.read, (context, { params }) => readHost(context, params.id));
  mount(hosts.inspect, async (context, { body }) =>
    inspectHosts(context, await resolveSelection(context, body), hastenWork),
  );
  mount(hosts.enable, (context, { body }) => enableHosts(context, selectionOf(body)));
  mount(hosts.disable, (context, { body }) => disableHosts(context, selectionOf(body)));
  mount(hosts.trash, (context, { body }) => trashHosts(context, selectionOf(body)));
  mount(hosts.restore, (context, { body }) => restoreHosts(context, selectionOf(body)));
  mount(hosts.accept, (context, { body }) => acceptHosts(context, selectionOf(body)));
  mount(hosts.emptyTrash, (context, { body }) => emptyTrash(context, body.expectedCount, body.reason, forgetHosts));
  mount(hosts.move, (context, { body }) => moveHosts(context, body.selection, body.groupUuid));
  groupRoutes(mount, hastenWork);
  restartRoutes(mount);
  tagRoutes(mount, hastenWork);
};
