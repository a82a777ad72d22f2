import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { feedNamed } from '../modules/catalog/feeds/feed-list.service.ts';
import { matchImported } from '../modules/catalog/feeds/feeds.service.ts';
import { importFile, localFile } from '../modules/catalog/feeds/import.service.ts';
import type { Tables } from '../platform/db/tables.ts';

/** Reads a file or folder of a feed as a worker does when it was fetched; the versions whose verdict changed. */
export const readFeedAt = async (db: Kysely<Tables>, feed: string, path: string, now: Date): Promise<number[]> => {
  const found = feedNamed(feed);
  if (!found) throw new Error(`no feed ${feed}`);
  return matchImported(db, [await importFile(db, found, await localFile(path, path, now), now)], now);
};

/** The same from a text. */
export const readFeed = async (db: Kysely<Tables>, feed: string, content: string, now: Date): Promise<number[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchkeep-feed-'));
  try {
    const path = join(folder, `${feed}.json`);
    await writeFile(path, content);
    return await readFeedAt(db, feed, path, now);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** A record of NVD about versions of one product (`vendor:product`). */
export const nvdRecord = (id: string, product: string, bound: object): object => ({
  cve: {
    id,
    lastModified: '2026-01-01T00:00:00',
    published: '2026-01-01T00:00:00',
    descriptions: [{ lang: 'en', value: 'x' }],
    configurations: [
      {
        nodes: [
          {
            operator: 'OR',
            cpeMatch: [{ vulnerable: true, criteria: `cpe:2.3:a:${product}:*:*:*:*:*:*:*:*`, ...bound }],
          },
        ],
      },
    ],
  },
});
export const nvdFile = (...vulnerabilities: object[]): string => JSON.stringify({ vulnerabilities });
