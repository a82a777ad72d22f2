import './hosts.tables.ts';

export { assignFiles, takeFilesBack } from './agents/agent-files.repository.ts';
export { agentPackages } from './agents/agent-packages.service.ts';
export { agentRegister, hintOfHost, hintOfHosts, type Agent, type AgentRegister } from './agents/agents.service.ts';
export { agentRoutes } from './agents/agent.routes.ts';
export { openApplicationOptions, readAgentSettings } from './settings/configuration.service.ts';
export { requestInspection, requestInspectionAfterRestore } from './host-acts.repository.ts';
export { hostStateActs, hostsText } from './gated-hosts.service.ts';
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
export {
  countHostsBySite,
  areSettingsOfHost,
  countKindsBySite,
  isGroupOfHost,
  isRestartTagOfHost,
  isServer,
  seenMinutes,
  selectHosts,
} from './hosts.queries.ts';
export { conditionOf, presentHostInfo, restartFacts } from './hosts.presenter.ts';
export { countTags } from './membership.queries.ts';
export { listTagIdsOf, listTags } from './groups-and-tags/tags.repository.ts';
export { listGroups } from './groups-and-tags/groups.repository.ts';
export { groupReach } from './groups-and-tags/groups.service.ts';
export { recordHostAct as recordSiteAct, recordSiteEntry } from './site-audit.service.ts';
export { readRestartSettings, tagSettings } from './settings/restart-settings.service.ts';
export { noteRestart } from './restarts/restarts.repository.ts';
export { type DueRestart, listDueRestarts } from './restarts/restarts.service.ts';
export { askRestarts } from './restarts/restarts.jobs.ts';
export { siteOf } from './site.service.ts';
export { type AlikeHosts, numbersOf } from './restarts/restarts.queries.ts';
export { listTargets } from './restarts/targets.service.ts';
export { type ApproversAfter, refuseUnlessWelcome, standing } from './agents/check-in.service.ts';
export { factColumns, osFamilies } from './agents/host-facts.rules.ts';
export { lockHosts, noteWork, setHasRoot, setWorkAt, updateHostsAfterInspection } from './hosts.repository.ts';
export { countActiveHosts, countHostsOf, countViews, findHost, listEnrolledBefore } from './hosts.service.ts';
export { fromMinutes } from './presence.repository.ts';
export { presenceBuffer, type PresenceBuffer } from './presence.service.ts';
export { wakeHub } from './agents/wake.service.ts';
