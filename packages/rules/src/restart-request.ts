const numbersOf = (version: string): number[] | undefined => {
  const [numbers = ''] = version.trim().split(/[-+ ]/, 1);
  return /^\d+(\.\d+)*$/.test(numbers) ? numbers.split('.').map(Number) : undefined;
};

/** Can this agent restart its host when it is asked to? It must be above the minimum, not at it. */
export const acceptsRestart = (agentVersion: string, minimum: string): boolean => {
  const [agent, least] = [numbersOf(agentVersion), numbersOf(minimum)];
  if (!agent || !least) return false;
  for (let i = 0; i < Math.max(agent.length, least.length); i++) {
    const distance = (agent[i] ?? 0) - (least[i] ?? 0);
    if (distance !== 0) return distance > 0;
  }
  return false;
};

export const restartRefusal = (agentVersion: string, minimum: string): string =>
  `Its agent is version ${agentVersion}; a restart needs one above ${minimum}`;

/** More than a handful of people, or what others work on: whoever asks types the number and says why. */
const handful = 10;
export const restartTier = ({ hosts, servers }: { hosts: number; servers: number }): 1 | 2 =>
  servers > 0 || hosts > handful ? 2 : 1;
