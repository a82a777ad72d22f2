import type { AgentSystem } from '@patchkeep/contract/configuration';

/** How the package of the agent is called for each system: the build writes it, the server and the console name it. */
export const agentPackageName = (system: AgentSystem, version: string): string =>
  system === 'windows' ? `patchkeep-agent-${version}-x64.msi` : `patchkeep-agent_${version}_amd64.deb`;
