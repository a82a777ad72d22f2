import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../../../platform/db/tables.ts';
import { feedNamed, feeds } from '../feed-list.service.ts';
import { listFeedFiles } from '../feeds.repository.ts';
import type { KeptFiles } from '../fetch/kept-files.service.ts';
import { importFile, type Imported } from '../import.service.ts';
import { bundleEntries, bundleWriter } from './bundle-file.service.ts';

const maxIndexBytes = 10 * 1024 ** 2;
const index = z.object({
  format: z.literal('patchkeep-feeds-1'),
  files: z.array(
    z.object({
      feed: z.string(),
      address: z.string(),
      etag: z.string().nullable(),
      lastModified: z.string().nullable(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.int().min(0),
      fetchedAt: z.iso.datetime(),
    }),
  ),
});
type BundledFile = z.output<typeof index>['files'][number];

const place = ({ feed }: { feed: string }): number => feeds.findIndex(({ name }) => name === feed);

/** Puts every fetched file that is in the catalogue into one file, for installs that cannot fetch. */
export const makeBundle = async (db: Kysely<Tables>, kept: KeptFiles, target: string): Promise<BundledFile[]> => {
  const all: BundledFile[] = [];
  for (const row of await listFeedFiles(db))
    if (row.imported_at !== null && (await kept.has(row.file_hash)))
      all.push({
        feed: row.feed,
        address: row.address,
        etag: row.etag,
        lastModified: row.last_modified,
        sha256: row.file_hash.toString('hex'),
        bytes: row.bytes,
        fetchedAt: row.fetched_at.toISOString(),
      });
  if (all.length === 0) throw new Error('No feed has been fetched here yet: run feeds:fetch first.');
  const files = all.toSorted((a, b) => place(a) - place(b));
  const writer = await bundleWriter(target);
  await writer.addText('index.json', JSON.stringify({ format: 'patchkeep-feeds-1', files }, null, 2));
  for (const { sha256, bytes } of new Map(files.map((file) => [file.sha256, file])).values())
    await writer.addFile(`files/${sha256}`, kept.pathOf(Buffer.from(sha256, 'hex')), bytes);
  await writer.end();
  return files;
};

/** Takes the files out of a bundle, each checked against its hash, and says what they are. */
const unpack = async (path: string, kept: KeptFiles): Promise<BundledFile[]> => {
  let files: BundledFile[] | undefined;
  const wanted = new Set<string>();
  for await (const entry of bundleEntries(path)) {
    if (files === undefined) {
      if (entry.name !== 'index.json') throw new Error('Not a bundle of feeds');
      ({ files } = index.parse(JSON.parse(await entry.text(maxIndexBytes))));
      for (const { sha256 } of files) wanted.add(`files/${sha256}`);
      continue;
    }
    if (!wanted.delete(entry.name)) throw new Error(`The bundle holds ${entry.name}, which its index does not name`);
    const growing = await kept.unfinishedPath(entry.name);
    await entry.copyTo(growing);
    const { hash } = await kept.keep(growing);
    if (`files/${hash.toString('hex')}` !== entry.name) {
      await kept.forget(hash);
      throw new Error(`${entry.name} is damaged: its content is another one`);
    }
  }
  if (files === undefined || wanted.size > 0) throw new Error('The bundle is not whole');
  return files;
};

/** Reads a bundle into the catalogue. Its feeds are as fresh as when they were fetched, not as this moment. */
export const importBundle = async (
  db: Kysely<Tables>,
  kept: KeptFiles,
  path: string,
  now: Date,
): Promise<{ file: BundledFile; imported: Imported }[]> => {
  const done: { file: BundledFile; imported: Imported }[] = [];
  for (const file of await unpack(path, kept)) {
    const feed = feedNamed(file.feed);
    if (!feed) continue;
    const fileHash = Buffer.from(file.sha256, 'hex');
    const fetched = { ...file, fileHash, path: kept.pathOf(fileHash), fetchedAt: new Date(file.fetchedAt) };
    done.push({ file, imported: await importFile(db, feed, fetched, now) });
  }
  return done;
};
