import { dayMs } from '@patchkeep/rules/time-units';
import { describe, expect, it } from 'vitest';
import { hostsOf, tenants } from './customers.ts';
import { newsOf, releasesBetween } from './news.ts';
import { newestRelease, products, releasedAt } from './products.ts';
import { stepsOf } from './steps.ts';

const now = new Date('2026-11-15T12:00:00Z');
const steps = stepsOf(now, 365);
const beginning = new Date('2025-01-01T00:00:00Z');

describe('the past of the demo', () => {
  it('begins a year ago and ends now, in ever smaller steps', () => {
    expect(steps[0]).toEqual(new Date(now.getTime() - 365 * dayMs));
    expect(steps.at(-1)).toEqual(now);
    const strides = steps.slice(1).map((at, i) => (at.getTime() - (steps[i]?.getTime() ?? 0)) / dayMs);
    expect(Math.min(...strides)).toBeGreaterThan(0);
    expect(Math.max(...strides)).toBe(14);
    expect(strides.slice(-13)).toEqual(Array.from({ length: 13 }, () => 1));
  });

  it('has three customers, twelve sites and every host at one of them', () => {
    const sites = tenants.flatMap((tenant) => tenant.sites);
    expect([tenants.length, sites.length]).toEqual([3, 12]);
    expect(sites.reduce((sum, site) => sum + hostsOf(site, 5_000), 0)).toBe(5_000);
  });

  it('tells the same step by step as all at once: no release twice, none left out', () => {
    const released = steps.flatMap((at, i) => releasesBetween(steps[i - 1] ?? beginning, at));
    const name = ({ of, release }: (typeof released)[number]) => `${of.tag} ${release}`;
    expect(released.map(name).toSorted()).toEqual(releasesBetween(beginning, now).map(name).toSorted());
    expect(new Set(released.map(name)).size).toBe(released.length);
  });

  it('gives every release a version of its own', () => {
    for (const product of products) {
      const versions = Array.from({ length: newestRelease(product, now) + 1 }, (_, n) => product.version(n));
      expect([product.tag, new Set(versions).size]).toEqual([product.tag, versions.length]);
      expect(releasedAt(product, versions.length - 1) <= now).toBe(true);
    }
  });

  it('knows of a hole without a fix first, and of its fix on the day that comes out', () => {
    const vlc = products.find(({ tag }) => tag === 'vlc-media-player');
    if (!vlc) throw new Error('VLC is no longer in the demo');
    const fixedOn = releasedAt(vlc, 1);
    const cveAt = (at: Date) => newsOf(at).cves?.find(({ product }) => product === vlc.name);
    const before = cveAt(new Date(fixedOn.getTime() - dayMs));
    expect(before).toBeDefined();
    expect(before?.below).toBeUndefined();
    expect(cveAt(fixedOn)).toMatchObject({ id: before?.id, below: vlc.version(1) });
  });
});
