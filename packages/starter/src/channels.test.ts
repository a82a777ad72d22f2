import { isScheme } from '@patchkeep/versions/schemes';
import { describe, expect, it } from 'vitest';
import { starterChannels } from './channels.ts';

const repeated = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at);
const texts = ['tag', 'name', 'vendor', 'scheme'] as const;
const lists = ['wingetIds', 'cpes', 'cnaNames', 'describedAs', 'installedAs', 'publishers'] as const;

describe('the starter catalogue', () => {
  it('knows the common applications, each once', () => {
    expect(starterChannels.length).toBeGreaterThanOrEqual(260);
    expect(repeated(starterChannels.map(({ tag }) => tag))).toEqual([]);
    expect(repeated(starterChannels.flatMap(({ wingetIds }) => wingetIds))).toEqual([]);
  });

  it.each(starterChannels.map((channel) => [channel.tag, channel] as const))('has %s in its form', (_, channel) => {
    for (const key of texts) expect(channel[key]).toMatch(/\S/);
    for (const key of lists)
      expect(channel[key].every((entry) => typeof entry === 'string' && entry.trim() === entry)).toBe(true);
    expect(channel.tag).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
    expect(isScheme(channel.scheme)).toBe(true);
    for (const cpe of channel.cpes) expect(cpe).toMatch(/^[^:\\A-Z]+:[^:\\A-Z]+(?::[a-z]+)?$/);
    for (const name of channel.cnaNames) expect(name).toMatch(/^[^|A-Z]*\|[^A-Z]+$/);
    for (const name of channel.installedAs) expect(name).toBe(name.toLowerCase());
    expect(channel.installedAs).not.toEqual([]);
  });
});
