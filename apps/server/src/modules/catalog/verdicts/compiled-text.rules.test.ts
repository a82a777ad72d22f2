import { starterChannels } from '@patchkeep/starter/channels';
import { describe, expect, it } from 'vitest';
import type { Advisory, Range } from '../matching/advisory.types.ts';
import { compileChannel } from '../matching/compile.rules.ts';
import { judgeSpans, judgeVersions } from '../matching/judge.rules.ts';
import { spansOfRules } from '../matching/spans.rules.ts';
import { packRules, unpackRules } from './compiled-text.rules.ts';

const channel = starterChannels.find(({ tag }) => tag === '7-zip');
if (!channel) throw new Error('no 7-zip');

const range = (more: Partial<Range>): Range => ({
  status: 'affected',
  isFromIncluded: true,
  isToIncluded: false,
  raw: 'as it stands in the record',
  ...more,
});
const advisory = (cveId: string, feed: string, ranges: Range[]): Advisory => ({
  cveId,
  feed,
  state: 'published',
  description: '',
  cvss: [],
  isDisputed: false,
  references: [],
  affected: [
    {
      source: 'cna',
      vendor: '7-zip',
      product: '7-zip',
      cpes: [
        {
          part: 'a',
          vendor: '7-zip',
          product: '7-zip',
          version: '*',
          update: '*',
          edition: '*',
          swEdition: '*',
          targetSw: '*',
          targetHw: '*',
        },
      ],
      platforms: [],
      conditions: [],
      defaultStatus: 'unaffected',
      ranges,
      unread: [],
    },
  ],
});

describe('packed rules', () => {
  const advisories = [
    advisory('CVE-2026-0001', 'cve5', [range({ to: '24.07' })]),
    advisory('CVE-2026-0001', 'nvd', [range({ to: '24.07' })]),
    advisory('CVE-2026-0002', 'cve5', [range({ from: '21.00', to: '23.01', isToIncluded: true })]),
    advisory('CVE-2026-0003', 'cve5', [range({ exact: '19.00' }), range({})]),
    advisory('CVE-2026-0004', 'cve5', [
      range({ from: '20.00' }),
      range({ status: 'unaffected', from: '22.00', to: '22.01' }),
    ]),
  ];
  const cveNos = new Map([1, 2, 3, 4].map((no) => [`CVE-2026-000${no}`, no * 7]));
  const compiled = compileChannel(channel, advisories);
  const packed = packRules(compiled, cveNos);
  const facts = {
    today: '2026-11-15',
    cycles: [],
    releases: ['22.00', '24.08', '26.00'],
    exploitedOn: () => undefined,
  };
  const versions = ['9.20', '19.00', '21.07', '22.00', '22.01', '23.01', '24.06', '24.08', '26.00', 'nonsense'];

  it('judge as the rules they were made of do', () => {
    const named = (id: string) => cveNos.get(id);
    const before = judgeVersions(compiled, versions, facts).map(({ cveIds, zeroDayCveIds, ...verdict }) => ({
      ...verdict,
      cveIds: cveIds.map(named),
      zeroDayCveIds: zeroDayCveIds.map(named),
    }));
    expect(before.some(({ cveIds }) => cveIds.length > 2)).toBe(true);
    expect(judgeSpans(unpackRules(channel, packed), versions, facts)).toEqual(before);
  });

  it('say once what two feeds say alike', () => {
    expect(spansOfRules(compiled.rules).spans.length).toBe(unpackRules(channel, packed).spans.length + 1);
  });
});
