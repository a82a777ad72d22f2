import {
  cvePattern,
  dayOf,
  englishIn,
  isObject,
  type Json,
  listAt,
  objectAt,
  textAt,
  textsAt,
} from '@patchkeep/records/json';
import type { Advisory, Affected, Cpe, Cvss, Parsed } from './advisory.types.ts';
import { readConfigurations } from './configurations.rules.ts';
import { parseCpe } from './cpe.rules.ts';
import { readVersions } from './cve5-versions.rules.ts';

const word = (text: string | undefined): string => {
  const tidy = text?.trim().toLowerCase() ?? '';
  return tidy === 'n/a' || tidy === 'unknown' || tidy === '-' ? '' : tidy;
};

const defaultOf = (entry: Json): Affected['defaultStatus'] => {
  const said = textAt(entry, 'defaultStatus');
  return said === 'affected' || said === 'unaffected' ? said : 'unknown';
};

const cpesOf = (entry: Json): Cpe[] =>
  textsAt(entry, 'cpes')
    .map((name) => parseCpe(name))
    .filter((cpe) => cpe !== undefined);

const readAffected = (source: 'cna' | 'adp', entry: unknown): Affected[] => {
  if (!isObject(entry)) return [];
  const defaultStatus = defaultOf(entry);
  const shape = {
    source,
    vendor: word(textAt(entry, 'vendor')),
    platforms: textsAt(entry, 'platforms').map((platform) => platform.trim().toLowerCase()),
    conditions: [],
    defaultStatus,
  };
  const own = word(textAt(entry, 'product') ?? textAt(entry, 'packageName'));
  const statements = readVersions(listAt(entry, 'versions'), defaultStatus);
  if (statements.length === 0) return [{ ...shape, product: own, cpes: cpesOf(entry), ranges: [], unread: [] }];
  return statements.map(({ product, ranges, unread }) => ({
    ...shape,
    product: product ?? own,
    cpes: product === undefined ? cpesOf(entry) : [],
    ranges,
    unread,
  }));
};

const affectedOf = (source: 'cna' | 'adp', container: unknown): Affected[] => [
  ...listAt(container, 'affected').flatMap((entry) => readAffected(source, entry)),
  ...readConfigurations(source, listAt(container, 'cpeApplicability')),
];

const cvssOf = (container: unknown, source: string): Cvss[] =>
  listAt(container, 'metrics').flatMap((metric) =>
    ['cvssV4_0', 'cvssV3_1', 'cvssV3_0', 'cvssV2_0'].flatMap((key) => {
      const cvss = objectAt(metric, key);
      const score = cvss['baseScore'];
      const vector = textAt(cvss, 'vectorString');
      if (typeof score !== 'number' || vector === undefined) return [];
      return [{ version: textAt(cvss, 'version') ?? key.slice(5).replace('_', '.'), vector, score, source }];
    }),
  );

const exploitedIn = (containers: readonly unknown[]): Advisory['exploited'] => {
  for (const container of containers)
    for (const metric of listAt(container, 'metrics')) {
      const other = objectAt(metric, 'other');
      const on = textAt(other, 'type') === 'kev' ? dayOf(textAt(objectAt(other, 'content'), 'dateAdded')) : undefined;
      if (on !== undefined) return { on };
    }
  return undefined;
};

/** A CVE record of format 5.0 to 5.2. Rejected by its authors is a state, not a failure to read it. */
export const parseCve5 = (json: unknown): Parsed => {
  const metadata = objectAt(json, 'cveMetadata');
  const cveId = textAt(metadata, 'cveId') ?? '';
  if (!cvePattern.test(cveId)) return { rejected: 'no CVE id' };
  const containers = objectAt(json, 'containers');
  const cna = objectAt(containers, 'cna');
  const adps = listAt(containers, 'adp');
  const isRejected = textAt(metadata, 'state') === 'REJECTED';
  if (!isRejected && Object.keys(cna).length === 0) return { rejected: 'no CNA container' };
  const title = textAt(cna, 'title')?.trim();
  const publishedOn = dayOf(textAt(metadata, 'datePublished') ?? textAt(cna, 'datePublic'));
  const modifiedAt = textAt(metadata, 'dateUpdated');
  const exploited = exploitedIn(adps);
  return {
    ok: {
      cveId,
      feed: 'cve5',
      state: isRejected ? 'rejected' : 'published',
      ...(title ? { title } : {}),
      description: englishIn(listAt(cna, isRejected ? 'rejectedReasons' : 'descriptions')),
      ...(publishedOn === undefined ? {} : { publishedOn }),
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
      cvss: [...cvssOf(cna, 'cna'), ...adps.flatMap((adp) => cvssOf(adp, 'adp'))],
      ...(exploited === undefined ? {} : { exploited }),
      isDisputed: textsAt(cna, 'tags').includes('disputed'),
      references: listAt(cna, 'references').flatMap((reference) => textAt(reference, 'url') ?? []),
      affected: isRejected
        ? []
        : [...affectedOf('cna', cna), ...adps.flatMap((container) => affectedOf('adp', container))],
    },
  };
};
