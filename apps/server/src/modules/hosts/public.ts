import './hosts.tables.ts';

export { agentRegister, type Agent, type AgentRegister } from './agents.service.ts';
export { agentRoutes } from './agent.routes.ts';
export { markDormant } from './hosts.jobs.ts';
export { hostRoutes } from './hosts.routes.ts';
export { refuseUnlessWelcome, standing } from './check-in.service.ts';
export { factColumns } from './host-facts.ts';
export { updateHostsAfterInspection } from './hosts.repository.ts';
export { countActiveHosts, findHost } from './hosts.service.ts';
export { onlyOnce } from './only-once.ts';
export { presenceBuffer, type PresenceBuffer } from './presence.service.ts';
