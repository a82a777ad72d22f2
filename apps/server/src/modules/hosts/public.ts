import './hosts.tables.ts';

export { assignFiles, takeFilesBack } from './agent-files.repository.ts';
export { agentRegister, hintOfHost, hintOfHosts, type Agent, type AgentRegister } from './agents.service.ts';
export { agentRoutes } from './agent.routes.ts';
export { openApplicationOptions } from './configuration.service.ts';
export { requestInspection } from './host-acts.repository.ts';
export { hostStateActs } from './gated-hosts.service.ts';
export { membershipActs } from './gated-members.service.ts';
export { markDormant } from './hosts.jobs.ts';
export { hostRoutes } from './hosts.routes.ts';
export {
  listCountedHosts,
  listGroupTree,
  listHostNumbers,
  listMachines,
  listRootless,
  listTagMembers,
} from './counted-hosts.queries.ts';
export { seenMinutes, selectHosts } from './hosts.queries.ts';
export { presentHostInfo, restartFacts } from './hosts.presenter.ts';
export { countTags } from './membership.queries.ts';
export { listTags } from './tags.repository.ts';
export { listGroups } from './groups.repository.ts';
export { groupReach } from './groups.service.ts';
export { recordHostAct as recordSiteAct, recordSiteEntry } from './record.service.ts';
export { readRestartSettings, tagSettings } from './restart-settings.service.ts';
export { noteRestart } from './restarts.repository.ts';
export { type DueRestart, listDueRestarts } from './restarts.service.ts';
export { askRestarts } from './restarts.jobs.ts';
export { siteOf } from './site.ts';
export { listTargets } from './targets.service.ts';
export { refuseUnlessWelcome, standing } from './check-in.service.ts';
export { factColumns } from './host-facts.ts';
export { lockHosts, noteWork, setWorkAt, updateHostsAfterInspection } from './hosts.repository.ts';
export { countActiveHosts, countHostsOf, countViews, findHost } from './hosts.service.ts';
export { fromMinutes } from './presence.repository.ts';
export { presenceBuffer, type PresenceBuffer } from './presence.service.ts';
export { wakeHub } from './wake.service.ts';
