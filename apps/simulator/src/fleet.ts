import { setTimeout as pause } from 'node:timers/promises';
import { type Send, SimulatedHost } from './host.ts';
import { randomFrom } from './random.ts';

export interface FleetOptions {
  send: Send;
  token: string;
  hosts: number;
  /** Mean number of applications on a host. */
  applications: number;
  seed: number;
}

/** A few at a time: enrolment has its own, small, place at the server's door. */
const enrolAtOnce = 8;

/** Makes the hosts and enrols them. A refusal that passes (busy, too many) is tried again when told. */
export const enrolFleet = async ({
  send,
  token,
  hosts,
  applications,
  seed,
}: FleetOptions): Promise<SimulatedHost[]> => {
  const fleet: SimulatedHost[] = [];
  const random = randomFrom(seed);
  const enrolNext = async (): Promise<void> => {
    while (fleet.length < hosts) {
      const own = randomFrom(random.below(2 ** 31));
      const host = new SimulatedHost(own, send, Math.max(1, Math.round(applications * (0.5 + own.next()))));
      fleet.push(host);
      let status = await host.enrol(token);
      while (status === 503 || status === 429) {
        await pause(500);
        status = await host.enrol(token);
      }
      if (status !== 200) throw new Error(`The server refused a host: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: enrolAtOnce }, enrolNext));
  return fleet;
};

export interface Outcome {
  checkIns: number;
  failures: number;
  /** From the moment a check-in was due, not from when it was sent: a slow server cannot hide its queue. */
  latenciesMs: number[];
}

export interface RunOptions {
  seconds: number;
  /** Every host once in this time, spread evenly. */
  intervalSeconds: number;
  /** The chance that a host has changed since its last check-in. */
  churn: number;
  seed: number;
  signal?: AbortSignal;
}

/** Check-ins at a constant rate whatever the server does, as a fleet of strangers would send them. */
export const runFleet = async (
  fleet: readonly SimulatedHost[],
  { seconds, intervalSeconds, churn, seed, signal }: RunOptions,
): Promise<Outcome> => {
  const random = randomFrom(seed);
  const outcome: Outcome = { checkIns: 0, failures: 0, latenciesMs: [] };
  const everyMs = (intervalSeconds * 1_000) / fleet.length;
  const total = Math.floor((seconds * 1_000) / everyMs);
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  const one = async (host: SimulatedHost, dueMs: number): Promise<void> => {
    if (random.next() < churn) host.change();
    const status = await host.checkIn().catch(() => 0);
    outcome.checkIns += 1;
    if (status !== 200) outcome.failures += 1;
    outcome.latenciesMs.push(performance.now() - dueMs);
  };
  for (let i = 0; i < total && !signal?.aborted; i++) {
    const due = started + i * everyMs;
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    const host = fleet[i % fleet.length];
    if (!host) continue;
    const call = one(host, due).finally(() => underWay.delete(call));
    underWay.add(call);
  }
  await Promise.all(underWay);
  return outcome;
};

/** The latency that so many of a hundred stay below. */
export const percentile = (latencies: readonly number[], share: number): number => {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((share / 100) * sorted.length))] ?? 0;
};
