import { describe, expect, it } from 'vitest';
import { starterChannels } from './channels.ts';
import { systemPackageChannels } from './system-packages.ts';

describe('the packages of distributions', () => {
  it('are some hundreds, each once, and none is another application’s', () => {
    expect(systemPackageChannels.length).toBeGreaterThanOrEqual(300);
    const tags = [...starterChannels, ...systemPackageChannels].map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    const names = systemPackageChannels.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have names that an order can name, Debian’s versions, and nothing that could raise a false alarm', () => {
    for (const { tag, name, scheme, cpes, cnaNames, describedAs, endoflife, installedAs } of systemPackageChannels) {
      expect(tag).toMatch(/^deb:[a-z0-9][a-z0-9+.-]+$/);
      expect(name).toMatch(/\S/);
      expect(scheme).toBe('dpkg');
      expect([cpes, cnaNames, describedAs, endoflife]).toEqual([[], [], [], undefined]);
      // Software of other systems has names of this kind too.
      expect(installedAs).toEqual([]);
    }
  });
});
