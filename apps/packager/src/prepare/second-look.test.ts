import type { PackageStatement } from '@patchkeep/orders/statements';
import { describe, expect, it } from 'vitest';
import { disagreementsOf } from './second-look.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;
const fetched = { sha256: 'a'.repeat(64), bytes: 1_000 };
const about = {
  channelTag: '7-zip',
  version: '2.5.1',
  release: 1_024,
  expires: now + 1,
  kind: 'msi',
  scope: 'machine',
  installArguments: ['/S'],
  removeArguments: [],
  options: {},
  installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'windows' },
} as const;
const honest = { ...about, ...fetched, expires: now + 90 * day } as unknown as PackageStatement;
const saysOf = (proposed: PackageStatement, isReleaseFit = true): string[] =>
  disagreementsOf(proposed, { about, fetched, isReleaseFit, now }).map(({ says }) => says.split(':', 1).join(''));

describe('a second look', () => {
  it('agrees to the same, whenever it was proposed', () => {
    expect(saysOf(honest)).toEqual([]);
    expect(saysOf({ ...honest, expires: now + 60 * day })).toEqual([]);
  });

  const others: Partial<PackageStatement>[] = [
    { channelTag: 'chrome' },
    { version: '2.5.2' },
    { kind: 'exe' },
    { scope: 'user' },
    { sha256: 'b'.repeat(64) },
    { bytes: 1_001 },
    { installArguments: [] },
    { installArguments: ['/S', '/D=C:\\'] },
    { installArguments: ['/s'] },
    { removeArguments: ['/S'] },
    { options: { a: { maxLength: 1, values: null } } },
    { programs: ['a.exe'] },
    { waitsForRestart: true },
    { isInstallable: true },
    { installedAs: { names: ['7-zip', 'chrome'], publishers: ['Igor Pavlov'], scheme: 'windows' } },
    { installedAs: { names: ['7-zip'], publishers: [], scheme: 'windows' } },
    { installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'generic' } },
    { installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'windows', line: '2' } },
  ];
  it('names the field that differs', () => {
    expect(others.map((other) => saysOf({ ...honest, ...other }))).toEqual(others.map((other) => Object.keys(other)));
  });

  it('lets a statement end within the next 90 days, and no later', () => {
    expect(saysOf({ ...honest, expires: now })).toEqual(['expires']);
    expect(saysOf({ ...honest, expires: now + 91 * day })).toEqual(['expires']);
    expect(saysOf({ ...honest, expires: now + 90 * day + 60_000 })).toEqual([]);
  });

  it('takes no release that its own ledger does not allow', () => {
    expect(saysOf(honest, false)).toEqual(['release']);
  });
});
