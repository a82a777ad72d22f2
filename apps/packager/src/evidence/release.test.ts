import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOlderThanKnown, isReleaseFit, releaseFor, type Released } from './release.ts';

const scheme = 'generic' as const;
const file = (no: number): string => String(no).padStart(64, '0');

/** Gives releases one after the other: version, variant, number of the file. */
const give = (...packages: [string, string, number][]): number[] => {
  const known: Released[] = [];
  for (const [version, variant, no] of packages) {
    const next = { version, variant, sha256: file(no) };
    known.push({ ...next, release: releaseFor({ scheme, known }, next) });
  }
  return known.map(({ release }) => release);
};

describe('the release of a package', () => {
  it('is 1,024 above the version before, the same for variants, and one more for a correction', () => {
    expect(give(['1.0', 'x64', 1], ['1.0', 'x86', 2], ['1.1', 'x64', 3])).toEqual([1_024, 1_024, 2_048]);
    expect(give(['1.0', 'x64', 1], ['1.0', 'x64', 2], ['1.0', 'x86', 3], ['1.1', 'x64', 4])).toEqual([
      1_024, 1_025, 1_025, 2_048,
    ]);
    expect(give(['1.0', 'x64', 1], ['1.0', 'x64', 1])).toEqual([1_024, 1_024]);
  });

  it('lies between those of its neighbours when an older version is prepared late', () => {
    expect(give(['1.0', 'x64', 1], ['3.0', 'x64', 2], ['2.0', 'x64', 3], ['0.9', 'x64', 4])).toEqual([
      1_024, 2_048, 1_536, 512,
    ]);
  });

  it('follows the version in whatever order packages are prepared', () => {
    const prepared = fc.array(
      fc.record({ version: fc.nat(60), variant: fc.constantFrom('x64', 'x86'), no: fc.nat(2) }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(prepared, (packages) => {
        const releases = give(
          ...packages.map(({ version, variant, no }) => [`${version}.0`, variant, no] as [string, string, number]),
        );
        for (const [i, a] of packages.entries())
          for (const [j, b] of packages.entries())
            if (a.version < b.version) expect(releases[i]).toBeLessThan(releases[j] ?? 0);
        for (const [i, a] of packages.entries())
          for (const [j, b] of packages.slice(0, i).entries())
            if (a.version === b.version) expect(releases[i]).toBeGreaterThanOrEqual(releases[j] ?? 0);
      }),
    );
  });

  it('is refused where there is none left, or versions cannot be compared', () => {
    const known = [
      { version: '1.0', variant: 'x64', release: 7, sha256: file(1) },
      { version: '2.0', variant: 'x64', release: 8, sha256: file(2) },
    ];
    expect(() => releaseFor({ scheme, known }, { version: '1.5', variant: 'x64', sha256: file(3) })).toThrow(
      'no release left',
    );
    expect(() => releaseFor({ scheme, known }, { version: '1.0', variant: 'x64', sha256: file(3) })).toThrow(
      'no release left',
    );
  });

  it('tells when a newer version was proposed before', () => {
    const known = [{ version: '2.0', variant: 'x64', release: 1_024, sha256: file(1) }];
    expect(isOlderThanKnown({ scheme, known }, '1.9')).toBe(true);
    expect(isOlderThanKnown({ scheme, known }, '2.0')).toBe(false);
  });
});

describe('a release that another packager gave', () => {
  const known: Released[] = [
    { version: '1.0', variant: 'x64', release: 1_024, sha256: file(1) },
    { version: '3.0', variant: 'x64', release: 3_072, sha256: file(3) },
  ];
  const fits = (version: string, variant: string, no: number, release: number): boolean =>
    isReleaseFit({ scheme, known }, { version, variant, sha256: file(no) }, release);

  it('follows the version by the own ledger too', () => {
    expect([1_024, 1_025, 2_048, 3_071, 3_072].map((release) => fits('2.0', 'x64', 2, release))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([3_072, 3_073, 4_095, 4_096, 5_120].map((release) => fits('4.0', 'x64', 4, release))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('does not run far ahead, where it would lock newer versions out', () => {
    expect([4_096 + 64 * 1_024, 4_096 + 65 * 1_024, 2 ** 50].map((release) => fits('4.0', 'x64', 4, release))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is not smaller for another variant of a version, and larger for another file of the same', () => {
    expect([3_071, 3_072].map((release) => fits('3.0', 'x86', 5, release))).toEqual([false, true]);
    expect([3_072, 3_073].map((release) => fits('3.0', 'x64', 5, release))).toEqual([false, true]);
    expect([3_071, 3_072].map((release) => fits('3.0', 'x64', 3, release))).toEqual([false, true]);
  });

  it('is what an honest packager with a longer ledger gives', () => {
    expect(isReleaseFit({ scheme, known: [] }, { version: '1.0', variant: 'x64', sha256: file(1) }, 20 * 1_024)).toBe(
      true,
    );
  });
});
