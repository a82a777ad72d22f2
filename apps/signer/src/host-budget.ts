import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { signerFolder } from './keys.ts';

const dayMs = 86_400_000;
const rememberedDays = 30;
/** Three orders for each host within twenty minutes. */
const perHostAndMinute = 3 / 20;
/** So many times what it was: whoever invents hosts waits days for a limit that is worth it. */
const growth = 2;
/** Written again when it grew by this much; what is lost at a restart is less. */
const step = 1.1;

/** By site, or for all of them, and by day: the hosts that got orders. */
const remembered = z.record(z.string(), z.record(z.string(), z.number().int().min(0)));
const all = 'all';

interface Floors {
  site: number;
  all: number;
}

const readDays = (path: string): z.output<typeof remembered> =>
  existsSync(path) ? remembered.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};

/** Whole or not at all, and on the disk. */
const writeDays = (path: string, days: z.output<typeof remembered>): void => {
  const making = `${path}.new`;
  const file = openSync(making, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify(days));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(making, path);
};

/**
 * How many orders a minute a site, and all together, may be told: what the operator allows, or as many as the hosts
 * need that got orders on one of the last thirty days. The signer counts them itself, because what the server says of
 * its hosts is a thief's word too. A day counts from the next one on, and no day for more than twice the best before it.
 */
export const hostBudget = (folder: string, floors: Floors, clock: () => Date, tell: (line: string) => void) => {
  const path = signerFolder(folder).busyDays;
  const days = readDays(path);
  let today = 0;
  let allToday = 0;
  const seen = new Map<string, Set<string>>();

  const floorOf = (name: string): number => (name === all ? floors.all : floors.site) / perHostAndMinute;
  const bestBefore = (name: string): number => {
    const counts = Object.entries(days[name] ?? {}).filter(
      ([day]) => Number(day) < today && Number(day) >= today - rememberedDays,
    );
    return Math.max(floorOf(name), ...counts.map(([, hosts]) => hosts));
  };
  const turnDay = (): void => {
    const now = Math.floor(clock().getTime() / dayMs);
    if (now === today) return;
    [today, allToday] = [now, 0];
    seen.clear();
    for (const counts of Object.values(days))
      for (const day of Object.keys(counts)) if (Number(day) < today - rememberedDays) delete counts[day];
  };
  const mostOf = (name: string): number => Math.floor(bestBefore(name) * perHostAndMinute + 1e-6);
  const remember = (name: string, hosts: number): boolean => {
    const before = bestBefore(name);
    const counted = Math.floor(Math.min(hosts, before * growth));
    const counts = (days[name] ??= {});
    const last = counts[today] ?? before;
    if (counted <= last || (counted < last * step && counted < before * growth)) return false;
    if (counts[today] === undefined)
      tell(`${name === all ? 'All sites together' : `Site ${name}`}: more hosts than before got orders today`);
    counts[today] = counted;
    return true;
  };

  return {
    ofSite(site: string): number {
      turnDay();
      return mostOf(site);
    },
    ofAll(): number {
      turnDay();
      return mostOf(all);
    },
    /** These hosts got orders. */
    note(site: string, agents: readonly string[]): void {
      turnDay();
      const hosts = seen.get(site) ?? new Set();
      seen.set(site, hosts);
      const before = hosts.size;
      for (const agent of agents) hosts.add(agent);
      allToday += hosts.size - before;
      const hasGrown = [remember(site, hosts.size), remember(all, allToday)].includes(true);
      if (hasGrown) writeDays(path, days);
    },
  };
};
