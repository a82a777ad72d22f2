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
