import { windowsKey } from '@patchkeep/versions/windows/windows';

/** Its numbers in an order that `<` compares; what stands behind them does not count. */
const numbersOf = (version: string): string | undefined => windowsKey(version.trim().split(/[-+ ]/, 1)[0] ?? '');

/** Can this agent restart its host when it is asked to? It must be above the minimum, not at it. */
export const acceptsRestart = (agentVersion: string, minimum: string): boolean => {
  const [agent, least] = [numbersOf(agentVersion), numbersOf(minimum)];
  return agent !== undefined && least !== undefined && agent > least;
};

export const restartRefusal = (agentVersion: string, minimum: string): string =>
  `Its agent is version ${agentVersion}; a restart needs one above ${minimum}`;

/** More than a handful of people, or what others work on: whoever asks types the number and says why. */
const handful = 10;
export const restartTier = ({ hosts, servers }: { hosts: number; servers: number }): 1 | 2 =>
  servers > 0 || hosts > handful ? 2 : 1;
