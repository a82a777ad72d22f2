import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { type Feed, nothingTouched, type Touched } from './feed.types.ts';
import { beginImport, endImport, type FileFacts, type Rejection } from './feeds.repository.ts';

export interface FetchedFile extends FileFacts {
  path: string;
}

export interface Imported {
  records: number;
  changedRows: number;
  rejections: Rejection[];
  touched: Touched;
  /** An earlier import broke off: what it changed is not in `touched`, so everything must be matched anew. */
  isEverythingTouched: boolean;
}

/** So many rejections are listed; a file that is wrong throughout need not fill a table to say so. */
const maxRejections = 10_000;

/** Reads one file of a feed into the catalogue. The same file a second time changes nothing. */
export const importFile = async (db: Kysely<Tables>, feed: Feed, file: FetchedFile, now: Date): Promise<Imported> => {
  const { revision, wasInterrupted } = await beginImport(db, feed.name);
  const touched = nothingTouched();
  const rejections: Rejection[] = [];
  let records = 0;
  let changedRows = 0;
  await feed.read(file.path, {
    db,
    feed: feed.name,
    revision,
    touched,
    count: (more = 1) => void (records += more),
    changed: (rows) => void (changedRows += rows),
    reject: (record, reason) => {
      if (rejections.length < maxRejections) rejections.push({ record, reason });
    },
  });
  await endImport(db, feed.name, { ...file, records, rejections }, { isChanged: changedRows > 0, now });
  return { records, changedRows, rejections, touched, isEverythingTouched: wasInterrupted };
};

/** A file that lies on this machine, as if it had been fetched. */
export const localFile = async (path: string, address: string, now: Date): Promise<FetchedFile> => {
  const hash = createHash('sha256');
  const facts = await stat(path);
  if (facts.isFile()) for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  else hash.update(path);
  return {
    path,
    address,
    etag: null,
    lastModified: null,
    fileHash: hash.digest(),
    bytes: facts.size,
    fetchedAt: now,
  };
};
