import { bytesOf } from '@patchkeep/records/bytes';
import { entriesOf, isTree } from '@patchkeep/records/entries';
import type { Parsed } from '../../matching/advisory.types.ts';
import { parseNvd, parseNvd11, parseNvdOverride } from '../../matching/nvd.rules.ts';
import { importAdvisories, type RawRecord } from '../advisories/advisories.service.ts';
import type { Feed } from '../feed.types.ts';
import { jsonItems } from '../files/json-items.reader.ts';

const maxBytes = 4 * 1024 ** 3;
const years = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const nvdFile = (part: string): string => `https://nvd.nist.gov/feeds/json/cve/2.0/nvdcve-2.0-${part}.json.gz`;

async function* treeOf(path: string): AsyncGenerator<RawRecord> {
  for await (const { path: name, content } of entriesOf(path, maxBytes))
    if (name.endsWith('.json')) yield { name, text: content.toString('utf8') };
}

async function* listOf(path: string): AsyncGenerator<RawRecord> {
  let place = 0;
  for await (const text of jsonItems(await bytesOf(path, maxBytes), ['vulnerabilities', 'CVE_Items']))
    yield { name: `record ${(place += 1)}`, text };
}

/** Both forms NVD has published: mirrors still serve the older one. */
const parseEither = (json: unknown): Parsed =>
  typeof json === 'object' && json !== null && 'configurations' in json && 'cve' in json
    ? parseNvd11(json)
    : parseNvd(json);

export const nvdFeed: Feed = {
  name: 'nvd',
  title: 'National Vulnerability Database',
  addresses: (now) => [...years(2002, now.getUTCFullYear()).map((year) => nvdFile(String(year))), nvdFile('modified')],
  everyHours: 6,
  staleAfterHours: 48,
  maxBytes,
  read: async (path, work) => importAdvisories(work, (await isTree(path)) ? treeOf(path) : listOf(path), parseEither),
};

/** Corrections and early analysis of NVD's ranges, for records that NVD has not got round to. */
export const nvdOverridesFeed: Feed = {
  name: 'nvd-overrides',
  title: 'Corrections to NVD',
  addresses: () => ['https://github.com/anchore/nvd-data-overrides/archive/refs/heads/main.tar.gz'],
  everyHours: 12,
  staleAfterHours: 72,
  maxBytes,
  read: (path, work) => importAdvisories(work, treeOf(path), parseNvdOverride),
};
