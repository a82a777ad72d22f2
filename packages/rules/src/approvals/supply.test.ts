import { describe, expect, it } from 'vitest';
import type { CopyVariant } from '../software/variant.ts';
import {
  copiesText,
  fittingPackages,
  type Machine,
  type PreparedPackage,
  type Preparing,
  supplyOf,
  type VouchedPackage,
} from './supply.ts';

const now = new Date('2026-11-15T09:00:00Z');
const pc: Machine = { osFamily: 0, architecture: 'x64', hasRoot: true };
const vouched = (more: Partial<VouchedPackage> = {}): VouchedPackage => ({
  version: '5',
  kind: 'msi',
  scope: 'machine',
  copies: {},
  architectures: [],
  languages: [],
  expiresAt: new Date('2027-01-01T00:00:00Z'),
  ...more,
});
const stateOf = (packages: VouchedPackage[], machine: Machine = pc, selectors?: Record<string, string>) =>
  supplyOf(packages, machine, { isSigning: true, now }).packageOf('5', selectors);

describe('there is a package', () => {
  it.each<[string, VouchedPackage[], Partial<Machine>]>([
    ['ready', [vouched()], {}],
    ['none', [], {}],
    ['none', [vouched({ version: '4' })], {}],
    ['expired', [vouched({ expiresAt: now })], {}],
    ['ready', [vouched({ expiresAt: now }), vouched()], {}],
    ['unfit', [vouched()], { osFamily: 1 }],
    ['ready', [vouched({ kind: 'deb' })], { osFamily: 1 }],
    ['unfit', [vouched({ kind: 'deb' })], {}],
    ['ready', [vouched({ architectures: ['x64'] })], {}],
    ['ready', [vouched({ architectures: ['x86'] })], {}],
    ['unfit', [vouched({ architectures: ['arm64'] })], {}],
    ['ready', [vouched({ architectures: ['neutral'] })], { architecture: 'riscv64' }],
    ['unfit', [vouched({ architectures: ['x64'] })], { architecture: 'ia32' }],
    ['ready', [vouched({ architectures: ['x64'] })], { architecture: 'arm64' }],
    ['expired', [vouched({ expiresAt: now }), vouched({ kind: 'deb' })], {}],
  ])('%s', (expected, packages, machine) => {
    expect(stateOf(packages, { ...pc, ...machine })).toBe(expected);
  });

  it('not of a version that nobody vouched for', () => {
    expect([stateOf([]), stateOf([vouched({ version: '4' })])]).toEqual(['none', 'none']);
  });

  it('and if there is none, how far the packager is with the version, for hosts with Windows', () => {
    const told = (packages: VouchedPackage[], preparing: [string, Preparing][], machine: Partial<Machine> = {}) =>
      supplyOf(
        packages,
        { ...pc, ...machine },
        {
          isSigning: true,
          now,
          preparing: new Map(preparing.map(([version, state]) => [version, [{ state, fits: null }]])),
        },
      ).packageOf('5');
    const all: Preparing[] = ['coming', 'silent', 'held', 'unavailable', 'notOffered'];
    expect(all.map((each) => told([], [['5', each]]))).toEqual(all);
    expect(told([vouched()], [['5', 'held']])).toBe('ready');
    expect(told([vouched({ expiresAt: now })], [['5', 'coming']])).toBe('expired');
    expect(told([], [['4', 'coming']])).toBe('none');
    expect(told([], [['5', 'coming']], { osFamily: 1 })).toBe('none');
  });

  it('not any more from the hour of its expiry on', () => {
    const until = (expiresAt: Date) => stateOf([vouched({ expiresAt })]);
    expect([until(now), until(new Date(now.getTime() + 1))]).toEqual(['expired', 'ready']);
  });

  it('among those that custom settings choose', () => {
    const german = vouched({ languages: ['de-DE'], architectures: ['x64'] });
    expect(stateOf([german], pc, { language: 'de-DE', architecture: 'x64', scope: 'machine' })).toBe('ready');
    expect(stateOf([german], pc, { language: 'da-DK' })).toBe('unfit');
    expect(stateOf([german], pc, { architecture: 'x86' })).toBe('unfit');
    expect(stateOf([german], pc, { scope: 'user' })).toBe('unfit');
    expect(stateOf([vouched()], pc, { language: 'da-DK' })).toBe('ready');
  });

  it('for whose copy is old: the machine’s, or a user’s', () => {
    const supply = (...scopes: string[]) =>
      supplyOf(
        scopes.map((scope) => vouched({ scope })),
        pc,
        { isSigning: true, now },
      );
    const [machine, user]: CopyVariant[] = [{ scope: 'machine' }, { scope: 'user' }];
    const states = (of: ReturnType<typeof supply>) =>
      [[machine!], [user!], [machine!, user!]].map((copies) => of.packageOf('5', {}, copies));
    expect(states(supply('machine'))).toEqual(['ready', 'notForUsers', 'ready']);
    expect(states(supply('user'))).toEqual(['notForMachine', 'ready', 'ready']);
    expect(states(supply('machine', 'user'))).toEqual(['ready', 'ready', 'ready']);
    expect(supply('user').packageOf('5')).toBe('notForMachine');
  });

  describe('for the variant of the old copy', () => {
    const x64Msi = vouched({ copies: { architectures: ['x64'], family: 'msi' }, architectures: ['x64'] });
    const state = (copy: Omit<CopyVariant, 'scope'>, packages = [x64Msi], preparing: PreparedPackage[] = []) =>
      supplyOf(packages, pc, { isSigning: true, now, preparing: new Map([['5', preparing]]) }).packageOf('5', {}, [
        { scope: 'machine', ...copy },
      ]);

    it('and for no other: noFit', () => {
      expect(state({ architecture: 'x64', family: 'msi' })).toBe('ready');
      expect(state({ architecture: 'x86', family: 'msi' })).toBe('noFit');
      expect(state({ architecture: 'x64', family: 'exe' })).toBe('noFit');
      expect(state({ architecture: 'x86' }, [x64Msi, vouched({ copies: { architectures: ['x86'] } })])).toBe('ready');
    });

    it('or for a copy whose variant nobody could tell, and by a statement that names none', () => {
      expect(state({})).toBe('ready');
      expect(state({ architecture: 'arm64', family: 'exe' }, [vouched()])).toBe('ready');
    });

    it('and tells how far the package for that variant is', () => {
      const copy = { architecture: 'x86', family: 'msi' } as const;
      const build = (told: Preparing, architecture = 'x86'): PreparedPackage => ({
        state: told,
        fits: { architectures: [architecture], scope: 'machine', family: 'msi' },
      });
      expect(state(copy, [x64Msi], [build('coming')])).toBe('coming');
      expect(state(copy, [x64Msi], [build('held')])).toBe('held');
      expect(state(copy, [x64Msi], [build('notOffered')])).toBe('noFit');
      expect(state(copy, [], [build('notOffered'), build('coming', 'x64')])).toBe('noFit');
      expect(state(copy, [], [build('notOffered'), build('notOffered', 'x64')])).toBe('notOffered');
      expect(state(copy, [], [build('coming', 'x64')])).toBe('noFit');
    });

    it.each<[string, CopyVariant[]]>([
      ['32-bit copies', [{ scope: 'machine', architecture: 'x86' }]],
      ['32-bit MSI copies', [{ scope: 'machine', architecture: 'x86', family: 'msi' }]],
      ['users’ setup copies', [{ scope: 'user', family: 'exe' }]],
      [
        '32-bit and ARM64 copies',
        [
          { scope: 'machine', architecture: 'x86' },
          { scope: 'machine', architecture: 'arm64' },
          { scope: 'machine', architecture: 'x86' },
        ],
      ],
    ])('in words: %s', (words, copies) => expect(copiesText(copies)).toBe(words));
  });

  it('of the own architecture first, then the newest statement', () => {
    const [x86, arm, x64, other] = [['x86'], ['arm64'], ['x64'], ['x64']].map((architectures, release) => ({
      ...vouched({ architectures }),
      release,
    }));
    const all = [x86!, arm!, x64!, other!];
    expect(fittingPackages(all, pc).map(({ release }) => release)).toEqual([2, 3, 0]);
    expect(fittingPackages(all, { ...pc, architecture: 'arm64' }).map(({ release }) => release)).toEqual([1, 2, 3, 0]);
  });

  it('and orders reach the host', () => {
    const orders = (hasRoot: boolean, isSigning: boolean) =>
      supplyOf([], { ...pc, hasRoot }, { isSigning, now }).orders;
    expect([orders(true, true), orders(false, true), orders(true, false), orders(false, false)]).toEqual([
      'ready',
      'noRoot',
      'noSigner',
      'noSigner',
    ]);
  });
});
