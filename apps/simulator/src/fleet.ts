import { setTimeout as pause } from 'node:timers/promises';
import { callWhileBusy } from './busy.ts';
import { type Send, SimulatedHost } from './host.ts';
import { randomFrom } from './random.ts';

export interface FleetOptions {
  send: Send;
  token: string;
  hosts: number;
  /** Mean number of applications on a host. */
  applications: number;
  seed: number;
  /** Each clock is wrong by up to so much, one way or the other. */
  clockErrorSeconds?: number;
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
  clockErrorSeconds = 0,
}: FleetOptions): Promise<SimulatedHost[]> => {
  const fleet: SimulatedHost[] = [];
  const random = randomFrom(seed);
  const enrolNext = async (): Promise<void> => {
    while (fleet.length < hosts) {
      const own = randomFrom(random.below(2 ** 31));
      const size = Math.max(1, Math.round(applications * (0.5 + own.next())));
      const errorMs = clockErrorSeconds === 0 ? 0 : clockErrorSeconds * 1_000 * (2 * own.next() - 1);
      const host = new SimulatedHost(own, send, size, () => new Date(Date.now() + errorMs));
      fleet.push(host);
      const status = await callWhileBusy(() => host.enrol(token));
      if (status !== 200) throw new Error(`The server refused a host: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: enrolAtOnce }, enrolNext));
  return fleet;
};

/** A time without some of the hosts: a site that lost its line, laptops that were shut. */
export interface Outage {
  fromSecond: number;
  toSecond: number;
  /** Of the hosts; the same ones for as long as it lasts. */
  share: number;
}

export interface Outcome {
  checkIns: number;
  failures: number;
  reboots: number;
  /** Check-ins that were due while the host was away. */
  missed: number;
  /** From the moment a check-in was due, not from when it was sent: a slow server cannot hide its queue. */
  latenciesMs: number[];
}

export interface RunOptions {
  seconds: number;
  /** Every host once in this time, spread evenly. */
  intervalSeconds: number;
  /** The chance that a host has changed since its last check-in. */
  churn: number;
  /** The chance that it was started anew. */
  reboots?: number;
  outages?: readonly Outage[];
  seed: number;
  signal?: AbortSignal;
}

/** Check-ins at a constant rate whatever the server does, as a fleet of strangers would send them. */
export const runFleet = async (
  fleet: readonly SimulatedHost[],
  { seconds, intervalSeconds, churn, reboots = 0, outages = [], seed, signal }: RunOptions,
): Promise<Outcome> => {
  const random = randomFrom(seed);
  const outcome: Outcome = { checkIns: 0, failures: 0, reboots: 0, missed: 0, latenciesMs: [] };
  const everyMs = (intervalSeconds * 1_000) / fleet.length;
  const total = Math.floor((seconds * 1_000) / everyMs);
  const started = performance.now();
  const underWay = new Map<SimulatedHost, Promise<void>>();
  const one = async (host: SimulatedHost, dueMs: number, before: Promise<void> | undefined): Promise<void> => {
    // A host makes its calls one after the other, however long the server takes.
    await before;
    if (random.next() < churn) host.change();
    if (random.next() < reboots) {
      host.reboot();
      outcome.reboots += 1;
    }
    const status = await host.checkIn().catch(() => 0);
    outcome.checkIns += 1;
    if (status !== 200) outcome.failures += 1;
    outcome.latenciesMs.push(performance.now() - dueMs);
  };
  const isAway = (index: number, second: number): boolean =>
    outages.some(
      ({ fromSecond, toSecond, share }) =>
        second >= fromSecond && second < toSecond && index < Math.round(fleet.length * share),
    );
  for (let i = 0; i < total && !signal?.aborted; i++) {
    const due = started + i * everyMs;
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    const host = fleet[i % fleet.length];
    if (!host) continue;
    if (isAway(i % fleet.length, (i * everyMs) / 1_000)) {
      outcome.missed += 1;
      continue;
    }
    const call = one(host, due, underWay.get(host)).finally(() => {
      if (underWay.get(host) === call) underWay.delete(host);
    });
    underWay.set(host, call);
  }
  await Promise.all(underWay.values());
  return outcome;
};

/** The latency that so many of a hundred stay below. */
export const percentile = (latencies: readonly number[], share: number): number => {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((share / 100) * sorted.length))] ?? 0;
};
