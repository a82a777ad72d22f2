import { bytesOf } from '@patchkeep/records/bytes';
import { selectProductKeys } from '../advisories/advisories.repository.ts';
import { mergeCves } from '../advisories/cves.service.ts';
import type { Feed, Import } from '../feed.types.ts';
import { jsonItems } from '../files/json-items.reader.ts';
import { inBatches } from '../in-batches.service.ts';
import { deleteOtherKnownExploited, upsertKnownExploited } from './kev.repository.ts';
import { type KnownExploited, parseKnownExploited } from './kev.rules.ts';

const maxBytes = 256 * 1024 ** 2;

const readKev = async (path: string, work: Import): Promise<void> => {
  const entries = new Map<string, KnownExploited>();
  for await (const text of jsonItems(await bytesOf(path, maxBytes), ['vulnerabilities'])) {
    work.count();
    const parsed = parseKnownExploited(JSON.parse(text));
    if ('rejected' in parsed) work.reject(text.slice(0, 100), parsed.rejected);
    else entries.set(parsed.ok.cveId, parsed.ok);
  }
  // An empty list is a broken file, not the end of all exploits.
  if (entries.size === 0) throw new Error('The list holds no entry');
  const store = async (cveIds: readonly string[], rows: number): Promise<void> => {
    work.changed(rows + (await mergeCves(work.db, cveIds)));
    for (const key of await selectProductKeys(work.db, cveIds)) work.touched.productKeys.add(key);
  };
  for await (const batch of inBatches(entries.values(), 500)) {
    const changed = await upsertKnownExploited(work.db, batch);
    await store(changed, changed.length);
  }
  const gone = await deleteOtherKnownExploited(work.db, [...entries.keys()]);
  await store(gone, gone.length);
};

export const kevFeed: Feed = {
  name: 'kev',
  title: 'CISA known exploited vulnerabilities',
  addresses: () => ['https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json'],
  everyHours: 1,
  staleAfterHours: 24,
  maxBytes,
  read: readKev,
};
