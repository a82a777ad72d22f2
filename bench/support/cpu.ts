import { readdirSync, readFileSync } from 'node:fs';

/** Processor seconds by program. */
export type Cpu = Map<string, number>;

interface Seen {
  parent: number;
  seconds: number;
  /** Of children that have ended. */
  ended: number;
  command: string;
}

const ticksPerSecond = 100;
/** The first process, and those it made; not the shell that waits for it. */
const postgres = /^(postgres:|\S*\/postgres )/;
const programs: [name: string, pattern: RegExp][] = [
  ['postgres', postgres],
  ['generator', /^\S*(wrk|pgbench|psql)\b/],
  ['server', /platform-server/],
  ['bare', /bare-/],
  ['signer', /signer/],
];
/** What only asks and counts is no part of the cost. */
const outside = new Set(['generator', 'bench']);

const seenNow = (): Map<number, Seen> => {
  const all = new Map<number, Seen>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place]), 0);
      all.set(Number(pid), {
        parent: Number(fields[1]),
        seconds: ticks(11, 12) / ticksPerSecond,
        ended: ticks(13, 14) / ticksPerSecond,
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      });
    } catch {
      // It ended meanwhile.
    }
  return all;
};

const usedSoFar = (): Cpu => {
  const all = seenNow();
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(all.get(pid)?.parent ?? 0));
  const used: Cpu = new Map();
  for (const [pid, { parent, seconds, ended, command }] of all) {
    if (!isOurs(pid)) continue;
    const name = pid === process.pid ? 'bench' : programs.find(([, pattern]) => pattern.test(command))?.[0];
    if (name === undefined) continue;
    // Connections of PostgreSQL come and go; its first process knows what those took that are gone.
    const isFirst = name === 'postgres' && !postgres.test(all.get(parent)?.command ?? '');
    used.set(name, (used.get(name) ?? 0) + seconds + (isFirst ? ended : 0));
  }
  return used;
};

/** What the programs of this run take while something is done; `isInside` where this process does the work itself. */
export const metered = async <T>(work: () => Promise<T>, isInside = false): Promise<{ result: T; cpu: Cpu }> => {
  const before = usedSoFar();
  const result = await work();
  const cpu: Cpu = new Map();
  for (const [name, seconds] of usedSoFar()) {
    const used = seconds - (before.get(name) ?? 0);
    const isCounted = !outside.has(name) || (isInside && name === 'bench');
    if (isCounted && used > 0) cpu.set(name, used);
  }
  return { result, cpu };
};

export const sumOf = (cpu: Cpu): number => [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
