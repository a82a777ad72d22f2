import { statuses } from '@patchkeep/rules/status';
import type { Channel } from '@patchkeep/starter/channel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Advisory, Affected, Range } from './advisory.types.ts';
import { compileChannel } from './compile.rules.ts';
import { explain } from './explain.rules.ts';
import { indexAdvisories } from './index.rules.ts';
import { type Facts, fixesByCve, judgeVersions } from './judge.rules.ts';
import { spansOfRules } from './spans.rules.ts';

const editor: Channel = {
  tag: 'editor',
  name: 'Editor',
  vendor: 'Maker',
  wingetIds: ['Maker.Editor'],
  scheme: 'generic',
  cpes: ['maker:editor'],
  cnaNames: ['maker|editor'],
  describedAs: ['Editor'],
  installedAs: ['editor'],
  publishers: ['Maker'],
};

const range = (more: Partial<Range>): Range => ({
  status: 'affected',
  isFromIncluded: true,
  isToIncluded: false,
  raw: '…',
  ...more,
});
const below = (to: string, from?: string): Range => range({ to, ...(from === undefined ? {} : { from }) });
const statement = (more: Partial<Affected>): Affected => ({
  source: 'cna',
  vendor: 'maker',
  product: 'editor',
  cpes: [],
  platforms: [],
  conditions: [],
  defaultStatus: 'unknown',
  ranges: [],
  unread: [],
  ...more,
});
const cpe = {
  part: 'a',
  vendor: 'maker',
  product: 'editor',
  version: '*',
  update: '*',
  edition: '*',
  swEdition: '*',
  targetSw: '*',
  targetHw: '*',
};
const byCpe = (source: 'adp' | 'nvd', ...ranges: Range[]): Affected => statement({ source, cpes: [cpe], ranges });
const advisory = (affected: Affected[], more: Partial<Advisory> = {}): Advisory => ({
  cveId: 'CVE-2024-0001',
  feed: 'cve5',
  state: 'published',
  description: 'A flaw.',
  cvss: [],
  isDisputed: false,
  references: [],
  affected,
  ...more,
});
const facts: Facts = { today: '2024-08-17', exploitedOn: () => undefined, cycles: [], releases: [] };
const judge = (advisories: Advisory[], version: string, more: Partial<Facts> = {}, channel = editor) => {
  const [verdict] = judgeVersions(compileChannel(channel, indexAdvisories(advisories).of(channel)), [version], {
    ...facts,
    ...more,
  });
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
};
const fixesOf = (advisories: Advisory[], versions: string[], releases: string[]) => {
  const spanned = { channel: editor, ...spansOfRules(compileChannel(editor, advisories).rules) };
  return fixesByCve(spanned, versions, new Set(spanned.cveIds), releases);
};
const hits = (advisories: Advisory[], version: string, channel = editor): boolean =>
  judge(advisories, version, {}, channel).cveIds.length > 0;

describe('a record', () => {
  it('hits within its range and not at its end', () => {
    const own = [advisory([statement({ ranges: [below('2.0', '1.0')] })])];
    expect(['0.9', '1.0', '1.9.9', '2.0', '2.0.0.0'].map((version) => hits(own, version))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('is heard by its names, its CPEs, or its text where it names nothing', () => {
    const ranges = [below('2.0')];
    expect(hits([advisory([statement({ ranges })])], '1.0')).toBe(true);
    expect(hits([advisory([statement({ product: 'other', ranges })])], '1.0')).toBe(false);
    expect(hits([advisory([byCpe('nvd', ...ranges)])], '1.0')).toBe(true);
    const nameless = statement({ vendor: '', product: '' });
    expect(hits([advisory([nameless], { description: 'Editor before 2.0 crashes.' })], '1.0')).toBe(true);
    expect(
      hits([advisory([statement({ product: 'other' })], { description: 'Editor before 2.0 crashes.' })], '1.0'),
    ).toBe(false);
  });

  it('does not hit where its platforms, conditions, target or text are of other systems', () => {
    const ranges = [below('2.0')];
    const android = { ...cpe, part: 'o', vendor: 'google', product: 'android' };
    const windows = { ...cpe, part: 'o', vendor: 'microsoft', product: 'windows' };
    expect(hits([advisory([statement({ ranges, platforms: ['ios'] })])], '1.0')).toBe(false);
    expect(hits([advisory([{ ...byCpe('nvd', ...ranges), conditions: [[android]] }])], '1.0')).toBe(false);
    expect(hits([advisory([{ ...byCpe('nvd', ...ranges), conditions: [[windows, android]] }])], '1.0')).toBe(true);
    expect(hits([advisory([{ ...byCpe('nvd', ...ranges), cpes: [{ ...cpe, targetSw: 'macos' }] }])], '1.0')).toBe(
      false,
    );
    expect(hits([advisory([statement({ ranges })], { description: 'Editor on macOS before 2.0 fails.' })], '1.0')).toBe(
      false,
    );
  });

  it('by its authors is believed before what others add to it', () => {
    const others = byCpe('adp', below('9.0'));
    expect(hits([advisory([statement({ ranges: [below('2.0')] }), others])], '3.0')).toBe(false);
    // One version is only the one they tried.
    expect(hits([advisory([statement({ ranges: [range({ exact: '1.0' })] }), others])], '3.0')).toBe(true);
    expect(hits([advisory([statement({ unread: ['see references'] }), others])], '3.0')).toBe(true);
    // Authors that name the channel for another system only take the others with them.
    expect(hits([advisory([statement({ ranges: [below('2.0')], platforms: ['ios'] }), others])], '1.0')).toBe(false);
  });

  it('of a vendor that names everything of its own disowns the rest', () => {
    const complete = { ...editor, isVendorComplete: true };
    const framework = statement({ product: 'editor framework', ranges: [below('4.8')] });
    const nvd = advisory([byCpe('nvd', below('4.8'))], { feed: 'nvd' });
    expect(hits([advisory([framework]), nvd], '1.0', editor)).toBe(true);
    expect(hits([advisory([framework]), nvd], '1.0', complete)).toBe(false);
    expect(hits([nvd], '1.0', complete)).toBe(true);
  });

  it('that was taken back silences every feed', () => {
    const nvd = advisory([byCpe('nvd', below('2.0'))], { feed: 'nvd' });
    expect(hits([advisory([], { state: 'rejected' }), nvd], '1.0')).toBe(false);
  });

  it('of a part that the channel does not ship is not about it', () => {
    const own = [advisory([statement({ ranges: [below('2.0')] })], { description: 'In the dashboard.' })];
    expect(hits(own, '1.0', { ...editor, elsewhere: ['dashboard'] })).toBe(false);
  });

  it('of a bigger product means the channel when its text says so', () => {
    const suite: Channel = {
      ...editor,
      cnaNames: [],
      cpes: [],
      describedAs: ['Suite Editor'],
      textOnlyNames: ['maker|suite'],
    };
    const ranges = [below('2.0')];
    expect(
      hits(
        [advisory([statement({ product: 'suite', ranges })], { description: 'The Suite Editor fails.' })],
        '1.0',
        suite,
      ),
    ).toBe(true);
    expect(
      hits([advisory([statement({ product: 'suite', ranges })], { description: 'The Suite fails.' })], '1.0', suite),
    ).toBe(false);
  });

  it('takes out again what it names as unaffected', () => {
    const ranges = [below('2.0'), range({ status: 'unaffected', exact: '1.5' })];
    expect(hits([advisory([statement({ ranges })])], '1.5')).toBe(false);
    expect(hits([advisory([statement({ ranges })])], '1.4')).toBe(true);
  });

  it('that repairs several branches leaves the repaired ones alone', () => {
    const ranges = ['2023.1.7', '2023.2.4', '2024.1.3', '2024.2-eap2'].map((to) => below(to, '2023.1'));
    const own = [advisory([statement({ ranges })])];
    const affected = ['2022.3', '2023.1.6', '2023.1.7', '2023.2.3', '2023.2.5', '2023.3.1', '2024.1.3', '2024.2'];
    expect(affected.map((version) => hits(own, version))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('whose beginning is not below its end has none', () => {
    expect(hits([advisory([statement({ ranges: [below('7.2.14', '7.3.0')] })])], '6.0')).toBe(true);
    expect(hits([advisory([byCpe('nvd', below('7.2.14', '7.3.0'))])], '6.0')).toBe(false);
  });

  it('of one track says nothing of another', () => {
    const reader: Channel = { ...editor, scheme: 'adobe' };
    const own = [advisory([statement({ ranges: [range({ to: '24.001.30123', isToIncluded: true })] })])];
    expect(hits(own, '24.001.30100', reader)).toBe(true);
    expect(hits(own, '23.008.20555', reader)).toBe(false);
  });

  it('speaks of releases, whatever number an installer adds', () => {
    const own = [advisory([statement({ ranges: [range({ to: '1.2.10', isToIncluded: true })] })])];
    expect(hits(own, '1.2.10.6')).toBe(false);
    expect(hits(own, '1.2.10.6', { ...editor, precision: 3 })).toBe(true);
  });
});

describe('a verdict', () => {
  const fixed = [advisory([statement({ ranges: [below('2.0')] })])];
  const unfixed = [advisory([statement({ ranges: [range({})] })])];

  it('is 0-Day when nothing can be offered, else Insecure; exploited is a mark beside it', () => {
    expect(judge(fixed, '1.0')).toMatchObject({ status: statuses.insecure, fixedVersion: '2.0', zeroDayCveIds: [] });
    expect(judge(unfixed, '1.0')).toMatchObject({
      status: statuses.zeroDay,
      zeroDayCveIds: ['CVE-2024-0001'],
      fixedVersion: undefined,
    });
    const exploitedOn = () => '2024-08-17';
    expect(judge(fixed, '1.0', { exploitedOn })).toMatchObject({ status: statuses.insecure, isExploited: true });
    expect(judge(fixed, '1.0', { exploitedOn: () => '2024-08-18' }).isExploited).toBe(false);
    expect(judge(fixed, '2.0', { exploitedOn })).toMatchObject({ status: statuses.ok, isExploited: false, cveIds: [] });
  });

  it('offers the first release without the CVEs, and the newest', () => {
    const releases = ['1.0', '1.5', '2.0', '2.1', '1.9'];
    expect(judge(fixed, '1.0', { releases })).toMatchObject({ fixedVersion: '2.0', recommendedVersion: '2.1' });
    expect(judge(fixed, '2.1', { releases })).toMatchObject({ fixedVersion: undefined, recommendedVersion: undefined });
    // A tried version, and a newer release that nobody says is affected.
    const tried = [advisory([statement({ ranges: [range({ exact: '1.0' })] })])];
    expect(judge(tried, '1.0', { releases })).toMatchObject({ status: statuses.insecure, fixedVersion: '1.5' });
    expect(judge(tried, '1.0', { releases: ['1.0'] })).toMatchObject({ status: statuses.zeroDay });
  });

  it('knows for each CVE alone where it is fixed', () => {
    const own = [
      advisory([statement({ ranges: [below('2.0')] })]),
      advisory([statement({ ranges: [below('4.0')] })], { cveId: 'CVE-2024-0002' }),
      advisory([statement({ ranges: [range({})] })], { cveId: 'CVE-2024-0003' }),
    ];
    const fixes = (versions: string[], releases: string[]) =>
      fixesOf(own, versions, releases).map((each) => Object.fromEntries(each));
    expect(fixes(['1.0', '3.0', 'latest'], [])).toEqual([
      { 'CVE-2024-0001': '2.0', 'CVE-2024-0002': '4.0' },
      { 'CVE-2024-0002': '4.0' },
      {},
    ]);
    expect(fixes(['1.0'], ['1.9', '2.2', '4.1'])).toEqual([{ 'CVE-2024-0001': '2.2', 'CVE-2024-0002': '4.1' }]);
  });

  it('does not offer a release that the same CVE hits again', () => {
    const own = [advisory([statement({ ranges: [below('2.0', '1.0'), below('3.0', '2.5')] })])];
    expect(judge(own, '1.5', { releases: ['2.6', '3.0', '3.1'] })).toMatchObject({ fixedVersion: '3.0' });
  });

  it('is no 0-Day where one of the feeds knows the end', () => {
    const nvd = advisory([byCpe('nvd', below('2.0'))], { feed: 'nvd' });
    for (const own of [
      [...unfixed, nvd],
      [nvd, ...unfixed],
    ])
      expect(judge(own, '1.0')).toMatchObject({ status: statuses.insecure, zeroDayCveIds: [] });
  });

  it('takes the version from which a record counts nothing more for the fixed one', () => {
    const ranges = [range({}), range({ status: 'unaffected', from: '8.1' })];
    const own = [advisory([statement({ ranges })])];
    expect(judge(own, '7.0')).toMatchObject({ status: statuses.insecure, fixedVersion: '8.1', zeroDayCveIds: [] });
    expect(judge(own, '8.1').cveIds).toEqual([]);
  });

  it('turns to end-of-life on the day, and keeps the day', () => {
    const cycles = [
      { cycle: '1', isEnded: false, endsOn: '2030-01-01' },
      { cycle: '1.1', isEnded: false, endsOn: '2024-08-18' },
      { cycle: '3', isEnded: true },
    ];
    expect(judge([], '1.1.4', { cycles })).toMatchObject({ status: statuses.ok, eolOn: '2024-08-18' });
    expect(judge([], '1.1.4', { cycles, today: '2024-08-18' })).toMatchObject({ status: statuses.eol, isEol: true });
    expect(judge([], '1.10', { cycles, today: '2024-08-18' })).toMatchObject({
      status: statuses.ok,
      eolOn: '2030-01-01',
    });
    expect(judge([], '1.1.4', { cycles: cycles.toReversed() })).toMatchObject({ eolOn: '2024-08-18' });
    expect(judge([], '3.2', { cycles })).toMatchObject({ status: statuses.eol });
    expect(judge(fixed, '1.1', { cycles, today: '2024-08-18' })).toMatchObject({
      status: statuses.insecure,
      isEol: true,
    });
  });

  it('says when a version cannot be placed', () => {
    expect(judge(fixed, 'latest')).toMatchObject({ isReadable: false, cveIds: [], status: statuses.ok });
  });

  const anyVersion = fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const anyRange = fc.record({
    status: fc.constantFrom('affected' as const, 'affected' as const, 'unaffected' as const),
    from: fc.option(anyVersion, { nil: undefined }),
    to: fc.option(anyVersion, { nil: undefined }),
    exact: fc.option(anyVersion, { nil: undefined, freq: 5 }),
    isFromIncluded: fc.boolean(),
    isToIncluded: fc.boolean(),
  });
  const anyAdvisories = fc
    .array(
      fc.record({
        cve: fc.nat(5),
        source: fc.constantFrom('cna' as const, 'nvd' as const),
        ranges: fc.array(anyRange, { maxLength: 3 }),
      }),
      { maxLength: 8 },
    )
    .map((all) =>
      all.map(({ cve, source, ranges }) => {
        const kept = ranges.map(({ from, to, exact, ...rest }) =>
          range({
            ...rest,
            ...(from === undefined ? {} : { from }),
            ...(to === undefined ? {} : { to }),
            ...(exact === undefined ? {} : { exact }),
          }),
        );
        return advisory([source === 'cna' ? statement({ ranges: kept }) : byCpe('nvd', ...kept)], {
          cveId: `CVE-2024-000${cve}`,
        });
      }),
    );

  it('on many versions at once is the verdict on each, and every CVE of it can be explained', () => {
    fc.assert(
      fc.property(anyAdvisories, fc.array(anyVersion, { minLength: 1, maxLength: 12 }), (advisories, versions) => {
        const together = judgeVersions(compileChannel(editor, advisories), versions, { ...facts, releases: versions });
        for (const [at, version] of versions.entries()) {
          const [alone] = judgeVersions(compileChannel(editor, advisories), [version], {
            ...facts,
            releases: versions,
          });
          expect(together[at]).toEqual(alone);
          const explained = new Set(explain(editor, advisories, version).map(({ cveId }) => cveId));
          expect([...explained].toSorted()).toEqual(together[at]?.cveIds);
        }
      }),
    );
  });

  it('on one CVE alone has the fix that is told of it beside others', () => {
    fc.assert(
      fc.property(anyAdvisories, fc.array(anyVersion, { minLength: 1, maxLength: 12 }), (advisories, versions) => {
        const fixes = fixesOf(advisories, versions, versions);
        for (const [cveId, own] of Map.groupBy(advisories, (each) => each.cveId)) {
          const alone = judgeVersions(compileChannel(editor, own), versions, { ...facts, releases: versions });
          expect(fixes.map((each) => each.get(cveId))).toEqual(alone.map((each) => each.fixedVersion));
        }
      }),
    );
  });
});
