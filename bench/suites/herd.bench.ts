import { randomUUID } from 'node:crypto';
import { agentLimits } from '@patchkeep/contract/agent/protocol';
import { tryAgainAt } from '../../apps/agent/src/checkin/wait.ts';
import { secondsToNextPhase } from '../../apps/server/src/modules/hosts/agents/phase.rules.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import type { Bench } from '../support/bench.ts';

const intervalMs = agentLimits.checkInSeconds * 1_000;
const outage = { from: 3 * intervalMs, to: 4 * intervalMs };
const end = 7 * intervalMs;
const bucketMs = 5_000;

interface SimulatedAgent {
  id: string;
  plannedAt: number;
  wakeAt: number;
  failures: number;
  isBackAt: number | undefined;
}

/** One attempt of one agent, by the server's rule for the next phase and the agent's rule for trying again. */
const attempt = (agent: SimulatedAgent, now: number, isDown: boolean, chance: number): void => {
  if (isDown) {
    agent.failures += 1;
    const { failures, plannedAt } = agent;
    agent.wakeAt = tryAgainAt({ cause: { kind: 'failed' }, failures, plannedAt, now, random: chance });
    return;
  }
  if (now >= outage.to) agent.isBackAt ??= now;
  agent.failures = 0;
  agent.plannedAt = agent.wakeAt = now + secondsToNextPhase(agent.id, agentLimits.checkInSeconds, now) * 1_000;
};

/** Attempts per bucket of time, with a simulated clock: the whole story of an outage in a second. */
const simulate = (hosts: number, seed: number) => {
  const random = randomFrom(seed);
  const agents = Array.from({ length: hosts }, (): SimulatedAgent => {
    const wakeAt = random.next() * intervalMs;
    return { id: randomUUID(), plannedAt: wakeAt, wakeAt, failures: 0, isBackAt: undefined };
  });
  const attempts = new Float64Array(end / bucketMs);
  // Stepping from second to second is exact enough: the agents wake by the second too.
  const due = new Map<number, SimulatedAgent[]>();
  const plan = (agent: SimulatedAgent): void => {
    const at = Math.ceil(agent.wakeAt / 1_000);
    const list = due.get(at);
    if (list) list.push(agent);
    else due.set(at, [agent]);
  };
  agents.forEach(plan);
  for (let second = 0; second * 1_000 < end; second++)
    for (const agent of due.get(second) ?? []) {
      const now = second * 1_000;
      attempts[Math.floor(now / bucketMs)] = (attempts[Math.floor(now / bucketMs)] ?? 0) + 1;
      attempt(agent, now, now >= outage.from && now < outage.to, random.next());
      if (agent.wakeAt <= now) agent.wakeAt = now + 1_000;
      plan(agent);
    }
  const lastBack = Math.max(...agents.map(({ isBackAt }) => isBackAt ?? Infinity)) - outage.to;
  return { attempts, lastBack };
};

/** G2: after an outage of five minutes the fleet comes back at the rate of every day, not as a herd. */
export const herd: Bench = {
  id: 'G2',
  what: 'peak rate of 50,000 agents after an outage of five minutes / their steady rate, by the real rules on a simulated clock',
  goal: 2,
  isCost: true,
  rounds: 7,
  async start(isShort) {
    let seed = 0;
    const rates = () => {
      seed += 1;
      const { attempts, lastBack } = simulate(isShort ? 5_000 : 50_000, seed);
      if (lastBack > 1.2 * intervalMs) throw new Error(`Some came back only after ${lastBack / intervalMs} intervals`);
      return attempts;
    };
    const between = (attempts: Float64Array, from: number, to: number) =>
      attempts.slice(from / bucketMs, to / bucketMs);
    const mean = (values: Float64Array) => values.reduce((sum, each) => sum + each, 0) / values.length;
    let latest = new Float64Array();
    return {
      ours: async () => {
        latest = rates();
        return (Math.max(...between(latest, outage.to, end)) * 1_000) / bucketMs;
      },
      bare: async () => {
        latest = rates();
        return (mean(between(latest, 2 * intervalMs, outage.from)) * 1_000) / bucketMs;
      },
      stop: async () => undefined,
    };
  },
};
