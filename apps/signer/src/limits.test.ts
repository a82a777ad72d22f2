import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderKind } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdCeremony } from './keys.ts';
import { addSites, UnknownSite } from './known-sites.ts';
import { rotate } from './rotate.ts';
import { openSigner, type SigningRequest, TooMany, usualLimits } from './signer.ts';

let folder: string;
let home: string;
let now: Date;
const clock = () => now;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-limits-'));
  home = join(folder, 'signer');
  now = new Date('2026-11-15T12:00:00Z');
  holdCeremony({ offline: join(folder, 'offline'), signer: home, now });
});
afterEach(() => rmSync(folder, { recursive: true }));

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const request = (site: string, count: number, kind: OrderKind = 'inspect'): SigningRequest => ({
  site,
  orders: Array.from({ length: count }, () => ({
    agent: randomUUID(),
    task: randomUUID(),
    kind,
    statementHash: null,
    options: {},
    kbs: [],
    attempt: 1,
    secondsToLive: 3_600,
  })),
});
const sites = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('a server in the wrong hands', () => {
  it('gets 30,000 forced restarts over 50 invented sites neither signed in one go nor for most of the sites', () => {
    const signer = openSigner(home, {}, clock);
    let signed = 0;
    const refused = new Set<string>();
    for (const site of sites(50))
      for (let batch = 0; batch < 6; batch++)
        try {
          signed += signer.sign(request(site, 100, 'restart')).orders.length;
        } catch (error) {
          if (error instanceof UnknownSite) refused.add(site);
          else if (!(error instanceof TooMany)) throw error;
        }
    expect(signed).toBe(usualLimits.perMinuteOfKind.restart);
    expect(refused.size).toBe(50 - usualLimits.newSitesPerDay);
  });

  it('is told no more than the limit of all sites together in a minute, whatever it asks for', () => {
    const signer = openSigner(home, { ordersPerMinute: 60, totalPerMinute: 100 }, clock);
    const [first = '', second = ''] = sites(2);
    signer.sign(request(first, 60));
    expect(() => signer.sign(request(second, 41))).toThrow(TooMany);
    // What was refused has spent nothing.
    expect(signer.sign(request(second, 40)).orders).toHaveLength(40);
    expect(() => signer.sign(request(second, 1))).toThrow(TooMany);
    later(60_000);
    expect(signer.sign(request(second, 60)).orders).toHaveLength(60);
  });

  it('is told no more of a kind than its limit, and other kinds go on', () => {
    const signer = openSigner(home, { perMinuteOfKind: { restart: 5, 'remove-package': 3 } }, clock);
    const [first = '', second = ''] = sites(2);
    signer.sign(request(first, 3, 'restart'));
    expect(() => signer.sign(request(second, 3, 'restart'))).toThrow(TooMany);
    expect(() => signer.sign(request(first, 4, 'remove-package'))).toThrow(TooMany);
    expect(signer.sign(request(second, 20, 'upgrade-package')).orders).toHaveLength(20);
    expect(signer.sign(request(second, 2, 'restart')).orders).toHaveLength(2);
  });
});

describe('the limits of a site and of all', () => {
  const limits = { ordersPerMinute: 30, totalPerMinute: 60 };
  const dayMs = 86_400_000;
  const agents = (count: number) => Array.from({ length: count }, () => randomUUID());
  const ordersFor = (site: string, hosts: readonly string[], kind: OrderKind = 'inspect'): SigningRequest => ({
    site,
    orders: request(site, hosts.length, kind).orders.map((order, at) => ({ ...order, agent: hosts[at] ?? '' })),
  });
  /** Asks for one order for each, a minute after the other where the limit is reached. */
  const serveAll = (signer: ReturnType<typeof openSigner>, site: string, hosts: readonly string[]) => {
    for (let at = 0; at < hosts.length; at += 15)
      try {
        signer.sign(ordersFor(site, hosts.slice(at, at + 15)));
      } catch (error) {
        if (!(error instanceof TooMany)) throw error;
        later(60_000);
        at -= 15;
      }
  };
  const mostInAMinute = (signer: ReturnType<typeof openSigner>, site: string, kind: OrderKind = 'inspect') => {
    later(60_000);
    const host = agents(1);
    for (let told = 0; ; told++)
      try {
        signer.sign(ordersFor(site, host, kind));
      } catch (error) {
        if (error instanceof TooMany) return told;
        throw error;
      }
  };

  it('grow with the hosts that got orders: from the next day on, to twice at most, for thirty days', () => {
    const told: string[] = [];
    const signer = openSigner(home, limits, clock, (line) => told.push(line));
    const [site = ''] = sites(1);
    const fleet = agents(500);
    const limitsByDay = [0, 1, 2, 3].map(() => {
      const most = mostInAMinute(signer, site);
      serveAll(signer, site, fleet);
      later(dayMs);
      return most;
    });
    // 200 hosts need thirty orders a minute, 500 need 75.
    expect(limitsByDay).toEqual([30, 60, 75, 75]);
    expect(told.filter((line) => line.startsWith(`Site ${site}`)).length).toBeGreaterThan(0);
    later(31 * dayMs);
    expect(mostInAMinute(signer, site)).toBe(30);
  });

  it('do not grow by many orders for few hosts, and hosts of one site do not help another', () => {
    const signer = openSigner(home, limits, clock);
    const [busy = '', large = '', other = ''] = sites(3);
    const few = agents(15);
    for (let i = 0; i < 40; i++) serveAll(signer, busy, few);
    serveAll(signer, large, agents(450));
    later(dayMs);
    expect(mostInAMinute(signer, busy)).toBe(30);
    expect(mostInAMinute(signer, large)).toBe(60);
    expect(mostInAMinute(signer, other)).toBe(30);
    // All together had 466 hosts, for which 69 orders a minute are enough.
    later(60_000);
    for (let i = 0; i < 4; i++) signer.sign(request(large, 15));
    expect(() => signer.sign(request(other, 15))).toThrow('All sites together have been told enough');
  });

  it('are remembered over a restart and new keys', () => {
    const [site = ''] = sites(1);
    serveAll(openSigner(home, limits, clock), site, agents(450));
    later(dayMs);
    expect(mostInAMinute(openSigner(home, limits, clock), site)).toBe(60);
    const out = join(folder, 'grown');
    rotate({ offline: join(folder, 'offline'), signer: home, out, renew: [], now });
    expect(mostInAMinute(openSigner(out, limits, clock), site)).toBe(60);
  });

  it('never grow for restarts and removals', () => {
    const most = { ...limits, perMinuteOfKind: { restart: 5, 'remove-package': 3 } };
    const signer = openSigner(home, most, clock);
    const [site = ''] = sites(1);
    for (let day = 0; day < 3; day++) {
      serveAll(signer, site, agents(450));
      later(dayMs);
    }
    expect(mostInAMinute(signer, site, 'restart')).toBe(5);
    expect(mostInAMinute(signer, site, 'remove-package')).toBe(3);
  });
});

describe('the sites a signer speaks for', () => {
  it('are those it knows, and so many new ones within a day, also after a restart', () => {
    const limits = { newSitesPerDay: 2 };
    const [first = '', second = '', third = ''] = sites(3);
    const signer = openSigner(home, limits, clock);
    for (const site of [first, second]) signer.sign(request(site, 1));
    expect(() => signer.sign(request(third, 1))).toThrow(UnknownSite);
    const restarted = openSigner(home, limits, clock);
    expect(() => restarted.sign(request(third, 1))).toThrow(UnknownSite);
    expect(restarted.sign(request(first, 1)).orders).toHaveLength(1);
    later(25 * 3_600_000);
    expect(restarted.sign(request(third, 1)).orders).toHaveLength(1);
  });

  it('are also those that an operator adds, at once', () => {
    const signer = openSigner(home, { newSitesPerDay: 1 }, clock);
    const [first = '', second = '', third = ''] = sites(3);
    signer.sign(request(first, 1));
    addSites(home, [second]);
    expect(signer.sign(request(second, 1)).orders).toHaveLength(1);
    expect(() => signer.sign(request(third, 1))).toThrow(UnknownSite);
    for (const wrong of ['Berlin', second.toUpperCase(), '../root'])
      expect(() => addSites(home, [wrong])).toThrow('Name sites by their identifiers');
  });

  it('stay known when the keys are made anew, and when they were directed by a release without a list', () => {
    const [old = '', other = ''] = sites(2);
    openSigner(home, {}, clock).sign(request(old, 1));
    rmSync(join(home, 'known-sites.txt'));
    const out = join(folder, 'renewed');
    rotate({ offline: join(folder, 'offline'), signer: home, out, renew: [], now });
    const renewed = openSigner(out, { newSitesPerDay: 1 }, clock);
    expect(renewed.sign(request(old, 1)).orders).toHaveLength(1);
    expect(renewed.sign(request(other, 1)).orders).toHaveLength(1);
    expect(() => renewed.sign(request(randomUUID(), 1))).toThrow(UnknownSite);
  });
});
