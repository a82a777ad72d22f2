import { entriesOf } from '@patchkeep/records/entries';
import { parseCve5 } from '../../matching/cve5.rules.ts';
import { importAdvisories, type RawRecord } from '../advisories/advisories.service.ts';
import type { Feed } from '../feed.types.ts';

const maxBytes = 8 * 1024 ** 3;

/** A tree of records, one file each, among lists and notes that are none. */
async function* recordsIn(path: string): AsyncGenerator<RawRecord> {
  for await (const { path: name, content } of entriesOf(path, maxBytes))
    if (/CVE-\d{4}-\d+\.json$/.test(name)) yield { name, text: content.toString('utf8') };
}

export const cveFeed: Feed = {
  name: 'cve5',
  title: 'CVE records',
  addresses: () => ['https://github.com/CVEProject/cvelistV5/archive/refs/heads/main.tar.gz'],
  everyHours: 24,
  staleAfterHours: 72,
  maxBytes,
  read: (path, work) => importAdvisories(work, recordsIn(path), parseCve5),
};
