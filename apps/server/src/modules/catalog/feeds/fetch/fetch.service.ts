import type { Kysely } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { Feed } from '../feed.types.ts';
import { findFeedFile, noteChecked, noteFailure } from '../feeds.repository.ts';
import { importFile, type Imported } from '../import.service.ts';
import { download, NotServed } from './download.service.ts';
import type { KeptFiles } from './kept-files.service.ts';

export interface FetchTools {
  db: Kysely<Tables>;
  files: KeptFiles;
  clock: () => Date;
  /** Where a feed is had from; none at all when it is switched off. */
  addressesOf: (feed: Feed, now: Date) => readonly string[];
  /** Aborted when the process stops: what has come stays, and the next try goes on from there. */
  stopping?: AbortSignal | undefined;
}

const fetchOne = async (
  feed: Feed,
  address: string,
  { db, files, clock, stopping }: FetchTools,
): Promise<Imported | undefined> => {
  const before = await findFeedFile(db, feed.name, address);
  const path = await files.unfinishedPath(address);
  const known =
    before && before.imported_at !== null ? { etag: before.etag, lastModified: before.last_modified } : undefined;
  const answer = await download({ address, accept: feed.accept, maxBytes: feed.maxBytes, known, path, stopping });
  if (answer.isUnchanged) return undefined;
  const kept = await files.keep(path);
  const file = { path: kept.path, address, fileHash: kept.hash, bytes: kept.bytes, fetchedAt: clock(), ...answer };
  const imported = await importFile(db, feed, file, clock());
  if (before && !before.file_hash.equals(kept.hash)) await files.forget(before.file_hash);
  return imported;
};

/** Asks every address of a feed whether there is something new, and takes it in. A failure is written down and told. */
export const fetchFeed = async (feed: Feed, tools: FetchTools): Promise<Imported[]> => {
  const addresses = tools.addressesOf(feed, tools.clock());
  const imported: Imported[] = [];
  const failures: string[] = [];
  for (const address of addresses)
    try {
      const each = await fetchOne(feed, address, tools);
      if (each) imported.push(each);
    } catch (error) {
      // That the process stops is no failure of the feed.
      tools.stopping?.throwIfAborted();
      const isAwaited = error instanceof NotServed && error.status === 404 && address === addresses.at(-1);
      if (isAwaited && feed.isLastAddressOptional === true) continue;
      failures.push(`${address}: ${error instanceof Error ? error.message : String(error)}`);
    }
  const now = tools.clock();
  // Of many files one that is missing makes a feed incomplete, not old.
  if (failures.length < addresses.length) await noteChecked(tools.db, feed.name, now);
  if (failures.length > 0) await noteFailure(tools.db, feed.name, failures.join('; '), now);
  return imported;
};
