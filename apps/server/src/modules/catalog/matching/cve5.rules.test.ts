import { describe, expect, it } from 'vitest';
import type { Advisory, Range } from './advisory.types.ts';
import { parseCve5 } from './cve5.rules.ts';

const record = (cna: object, more: { adp?: object[]; metadata?: object } = {}): unknown => ({
  dataVersion: '5.1',
  cveMetadata: { cveId: 'CVE-2024-0001', state: 'PUBLISHED', datePublished: '2024-05-03T01:02:03Z', ...more.metadata },
  containers: { cna: { descriptions: [{ lang: 'en', value: 'Text.' }], ...cna }, adp: more.adp ?? [] },
});
const read = (json: unknown): Advisory => {
  const parsed = parseCve5(json);
  if ('rejected' in parsed) throw new Error(parsed.rejected);
  return parsed.ok;
};
const rangesOf = (...versions: object[]): Range[] => {
  const affected = [{ vendor: 'V', product: 'P', versions }];
  return read(record({ affected })).affected.flatMap(({ ranges }) => ranges);
};
const affected = { status: 'affected' };

describe('a CVE record', () => {
  it('gives its facts', () => {
    const advisory = read(
      record(
        {
          title: 'A title',
          tags: ['disputed'],
          references: [{ url: 'https://example.test/a' }],
          metrics: [{ cvssV3_1: { version: '3.1', vectorString: 'CVSS:3.1/AV:N', baseScore: 7.5 } }],
        },
        {
          adp: [
            {
              metrics: [
                { other: { type: 'ssvc', content: {} } },
                { other: { type: 'kev', content: { dateAdded: '2024-06-01' } } },
              ],
            },
          ],
        },
      ),
    );
    expect(advisory).toMatchObject({
      cveId: 'CVE-2024-0001',
      feed: 'cve5',
      state: 'published',
      title: 'A title',
      description: 'Text.',
      publishedOn: '2024-05-03',
      isDisputed: true,
      exploited: { on: '2024-06-01' },
      references: ['https://example.test/a'],
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N', score: 7.5, source: 'cna' }],
    });
  });

  it('that its authors took back affects nothing', () => {
    const json = record(
      { rejectedReasons: [{ lang: 'en', value: 'Mistake.' }], affected: [{ product: 'P' }] },
      { metadata: { state: 'REJECTED' } },
    );
    expect(read(json)).toMatchObject({ state: 'rejected', description: 'Mistake.', affected: [] });
  });

  it.each([null, 'text', {}, { cveMetadata: { cveId: 'CVE-1' } }, { cveMetadata: { cveId: 'CVE-2024-0001' } }])(
    'is refused with a reason when it is none: %j',
    (json) => {
      expect(parseCve5(json)).toHaveProperty('rejected');
    },
  );

  it('keeps what it cannot read, word for word', () => {
    const versions = [{ version: '16.0.1', lessThan: 'https://aka.ms/x', ...affected }];
    const [statement] = read(record({ affected: [{ vendor: 'V', product: 'P', versions }] })).affected;
    expect(statement).toMatchObject({ ranges: [], unread: ['version 16.0.1, lessThan https://aka.ms/x'] });
  });

  it('speaks of several products in one entry, as Oracle does', () => {
    const versions = ['Oracle Java SE:8u411', 'Oracle GraalVM for JDK:17.0.11', '9; Java SE Embedded: 8u144'].map(
      (version) => ({ version, ...affected }),
    );
    const statements = read(
      record({ affected: [{ vendor: 'Oracle Corporation', product: 'Java', versions }] }),
    ).affected;
    expect(statements.map(({ product, ranges }) => [product, ranges.map(({ exact }) => exact)])).toEqual([
      ['oracle java se', ['8u411']],
      ['oracle graalvm for jdk', ['17.0.11']],
      ['java', ['9']],
      ['java se embedded', ['8u144']],
    ]);
  });

  it('names nothing where it says n/a', () => {
    const entry = { vendor: 'n/a', product: 'n/a', versions: [{ version: 'n/a', ...affected }] };
    expect(read(record({ affected: [entry] })).affected[0]).toMatchObject({ vendor: '', product: '', ranges: [] });
  });

  it('may carry configurations of its own', () => {
    const cpeMatch = [{ vulnerable: true, criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', versionEndExcluding: '2.0' }];
    const [statement] = read(record({ cpeApplicability: [{ nodes: [{ operator: 'OR', cpeMatch }] }] })).affected;
    expect(statement).toMatchObject({ source: 'cna', vendor: 'v', product: 'p', ranges: [{ to: '2.0' }] });
  });
});

describe('a range of a CVE record', () => {
  it.each<[string, object, Partial<Range> | undefined]>([
    [
      'below',
      { version: '1.0', lessThan: '2.0' },
      { from: '1.0', isFromIncluded: true, to: '2.0', isToIncluded: false },
    ],
    ['up to', { version: '0', lessThanOrEqual: '2.0' }, { to: '2.0', isToIncluded: true }],
    [
      'everything below, when both bounds are one',
      { version: '127.0.1', lessThan: '127.0.1' },
      { to: '127.0.1', isToIncluded: false },
    ],
    [
      'one version, when the inclusive bound is the version',
      { version: '7.69.0', lessThanOrEqual: '7.69.0' },
      { exact: '7.69.0' },
    ],
    ['without an end', { version: '8.1', lessThan: '*' }, { from: '8.1' }],
    [
      'of a series',
      { version: 'unspecified', lessThanOrEqual: '10.1.2063.x' },
      { to: '10.1.2064', isToIncluded: false },
    ],
    [
      'that ends where its status changes',
      { version: '1.0', lessThan: '3.0', changes: [{ at: '2.5', status: 'unaffected' }] },
      { from: '1.0', to: '2.5', isToIncluded: false },
    ],
    [
      'with a change outside of it',
      { version: '12.2', lessThan: '12.4', changes: [{ at: '12.1', status: 'unaffected' }] },
      { from: '12.2', to: '12.4' },
    ],
    ['with words for an end', { version: '1.0', lessThan: 'publication' }, undefined],
    ['that ends at nothing', { version: 'unspecified', lessThanOrEqual: 'None' }, undefined],
  ])('%s', (_, entry, range) => {
    const ranges = rangesOf({ ...affected, ...entry });
    expect(ranges).toEqual(range === undefined ? [] : [expect.objectContaining(range)]);
    expect(ranges[0]?.from).toBe(range?.from);
  });

  it('of unaffected versions without width is nothing; of unknown ones too', () => {
    expect(
      rangesOf({ status: 'unaffected', version: '20.0', lessThan: '20.0' }, { status: 'unknown', version: '1' }),
    ).toEqual([]);
  });

  it('is everything by default only where a fixed version on is all that is named', () => {
    const versions = [{ status: 'unaffected', version: '8.1', lessThan: '*' }];
    const entry = { vendor: 'V', product: 'P', defaultStatus: 'affected', versions };
    expect(read(record({ affected: [entry] })).affected[0]?.ranges.map(({ status }) => status)).toEqual([
      'unaffected',
      'affected',
    ]);
    const single = { ...entry, versions: [{ status: 'unaffected', version: '1.27.16' }] };
    expect(read(record({ affected: [single] })).affected[0]?.ranges.map(({ status }) => status)).toEqual([
      'unaffected',
    ]);
  });
});
