import { describe, expect, it } from 'vitest';
import type { Advisory, Parsed } from './advisory.types.ts';
import { parseNvd, parseNvd11, parseNvdOverride } from './nvd.rules.ts';

const read = (parsed: Parsed): Advisory => {
  if ('rejected' in parsed) throw new Error(parsed.rejected);
  return parsed.ok;
};
const match = (criteria: string, more: object = {}) => ({
  vulnerable: true,
  criteria: `cpe:2.3:${criteria}:*:*:*:*:*:*:*`,
  ...more,
});
const windows = match('o:microsoft:windows:-', { vulnerable: false });
const chrome = match('a:google:chrome:*', { versionEndExcluding: '128.0' });
const node = (...cpeMatch: object[]) => ({ operator: 'OR', negate: false, cpeMatch });
const configured = (...configurations: object[]) => read(parseNvd({ id: 'CVE-2024-0001', configurations })).affected;

describe('an NVD record', () => {
  it('gives its facts, bare or wrapped, and leaves alone what it does not know', () => {
    const cve = {
      id: 'CVE-2024-0001',
      published: '2024-05-03T01:02:03.000',
      lastModified: '2026-06-17T00:40:58.553',
      vulnStatus: 'Modified',
      cveTags: [{ tags: ['disputed'] }],
      descriptions: [
        { lang: 'es', value: 'Texto' },
        { lang: 'en', value: 'Text' },
      ],
      metrics: {
        cvssMetricV31: [
          { source: 'nvd@nist.gov', cvssData: { version: '3.1', vectorString: 'CVSS:3.1/AV:N', baseScore: 9.8 } },
        ],
        ssvcV203: [],
      },
      cisaExploitAdd: '2024-06-01',
      cisaActionDue: '2024-06-22',
      affected: [{ source: 'x' }],
    };
    const advisory = read(parseNvd(cve));
    expect(advisory).toEqual(read(parseNvd({ cve })));
    expect(advisory).toMatchObject({
      feed: 'nvd',
      description: 'Text',
      publishedOn: '2024-05-03',
      isDisputed: true,
      exploited: { on: '2024-06-01', due: '2024-06-22' },
      cvss: [{ version: '3.1', score: 9.8, source: 'nvd@nist.gov' }],
      affected: [],
    });
  });

  it('is refused with a reason when it is none', () => {
    for (const parse of [parseNvd, parseNvdOverride, parseNvd11])
      for (const json of [null, [], {}, { id: 'CVE' }]) expect(parse(json)).toHaveProperty('rejected');
  });

  it('keeps the other side of an AND as a condition', () => {
    const [statement] = configured({ operator: 'AND', nodes: [node(chrome), node(windows)] });
    expect(statement).toMatchObject({ product: 'chrome', conditions: [[{ product: 'windows' }]] });
  });

  it('takes what is not vulnerable in a node by itself for a remark', () => {
    const [statement, ...others] = configured({
      nodes: [node(chrome, match('a:google:chrome:129', { vulnerable: false }))],
    });
    expect(statement?.conditions).toEqual([]);
    expect(others).toEqual([]);
  });

  it('takes aliases joined by AND for alternatives', () => {
    const statements = configured({
      operator: 'AND',
      nodes: [node(match('a:cisco:clamav:*')), node(match('a:clamav:clamav:*')), node(windows)],
    });
    expect(statements.map(({ vendor, conditions }) => [vendor, conditions.length])).toEqual([
      ['cisco', 1],
      ['clamav', 1],
    ]);
  });

  it('reads versions from bounds, else from the name, and none from a dash', () => {
    const [statement] = configured({
      nodes: [
        node(
          match('a:v:p:*', { versionStartExcluding: '1.0', versionEndIncluding: '2.0' }),
          { ...match('a:v:p:7.0.9'), criteria: 'cpe:2.3:a:v:p:7.0.9:rc1:*:*:*:*:*:*' },
          match('a:v:p:-'),
          match('a:v:p:*'),
        ),
      ],
    });
    expect(statement?.ranges).toMatchObject([
      { from: '1.0', isFromIncluded: false, to: '2.0', isToIncluded: true },
      { exact: '7.0.9-rc1', isFromIncluded: false, isToIncluded: false },
      { isFromIncluded: false, isToIncluded: false },
    ]);
    expect(statement?.unread).toHaveLength(1);
  });

  it('with a negated node says nothing', () => {
    expect(configured({ nodes: [{ ...node(chrome), negate: true }] })).toEqual([]);
  });

  it('of corrections has its facts in an annotation', () => {
    const json = {
      _annotation: { cve_id: 'CVE-2025-8088', description: ' A path ', published: '2025-08-08T11:11:41' },
      cve: { configurations: [{ nodes: [node(chrome)] }] },
    };
    expect(read(parseNvdOverride(json))).toMatchObject({
      feed: 'nvd-overrides',
      description: 'A path',
      publishedOn: '2025-08-08',
      affected: [{ product: 'chrome' }],
    });
  });

  it('of the older format nests what AND joins', () => {
    const old = (cpe23Uri: string, vulnerable: boolean) => ({ vulnerable, cpe23Uri });
    const json = {
      cve: {
        CVE_data_meta: { ID: 'CVE-2022-0001' },
        description: { description_data: [{ lang: 'en', value: 'Text' }] },
        references: { reference_data: [{ url: 'https://example.test' }] },
      },
      configurations: {
        nodes: [
          {
            operator: 'AND',
            children: [
              {
                operator: 'OR',
                cpe_match: [{ ...old('cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', true), versionEndExcluding: '2.0' }],
              },
              { operator: 'OR', cpe_match: [old('cpe:2.3:o:google:android:-:*:*:*:*:*:*:*', false)] },
            ],
          },
        ],
      },
      impact: { baseMetricV3: { cvssV3: { version: '3.1', vectorString: 'CVSS:3.1/AV:N', baseScore: 7.8 } } },
      publishedDate: '2022-06-01T20:15Z',
    };
    expect(read(parseNvd11(json))).toMatchObject({
      cveId: 'CVE-2022-0001',
      publishedOn: '2022-06-01',
      cvss: [{ score: 7.8 }],
      affected: [{ product: 'p', conditions: [[{ product: 'android' }]], ranges: [{ to: '2.0' }] }],
    });
  });
});
