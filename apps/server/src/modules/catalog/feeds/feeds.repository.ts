import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

export interface Rejection {
  record: string;
  reason: string;
}

export const listFeeds = (db: Kysely<Tables>) => db.selectFrom('feeds').selectAll().orderBy('feed').execute();

export const findFeedFile = (db: Kysely<Tables>, feed: string, address: string) =>
  db.selectFrom('feed_files').selectAll().where('feed', '=', feed).where('address', '=', address).executeTakeFirst();

export const listFeedFiles = (db: Kysely<Tables>) =>
  db.selectFrom('feed_files').selectAll().orderBy('feed').orderBy('address').execute();

/** Marks the beginning of an import. Says whether the one before never ended: then nobody knows what it changed. */
export const beginImport = async (
  db: Kysely<Tables>,
  feed: string,
): Promise<{ revision: number; wasInterrupted: boolean }> => {
  const { rows } = await sql<{ revision: number; was_importing: boolean }>`
    with before as (select is_importing from feeds where feed = ${feed})
    insert into feeds as held (feed, revision, records, rejected, is_importing) values (${feed}, 1, 0, 0, true)
    on conflict (feed) do update set is_importing = true, revision = held.revision + 1
    returning held.revision, coalesce((select is_importing from before), false) as was_importing`.execute(db);
  return { revision: rows[0]?.revision ?? 1, wasInterrupted: rows[0]?.was_importing ?? false };
};

/** A file as its address gave it. */
export interface FileFacts {
  address: string;
  etag: string | null;
  lastModified: string | null;
  fileHash: Buffer;
  bytes: number;
  fetchedAt: Date;
}

export interface ImportedFile extends FileFacts {
  records: number;
  rejections: readonly Rejection[];
}

const maxReasonLength = 500;

/** Writes down what was had from an address, and with it how the whole feed stands. */
export const endImport = async (
  db: Kysely<Tables>,
  feed: string,
  file: ImportedFile,
  outcome: { isChanged: boolean; now: Date },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = {
      etag: file.etag,
      last_modified: file.lastModified,
      file_hash: file.fileHash,
      bytes: file.bytes,
      fetched_at: file.fetchedAt,
      records: file.records,
      imported_at: outcome.now,
    };
    await tx
      .insertInto('feed_files')
      .values({ feed, address: file.address, ...row })
      .onConflict((conflict) => conflict.columns(['feed', 'address']).doUpdateSet(row))
      .execute();
    await tx.deleteFrom('feed_rejections').where('feed', '=', feed).where('address', '=', file.address).execute();
    await sql`
      insert into feed_rejections (feed, address, record, reason)
      select ${feed}, ${file.address}, r.record, r.reason
      from unnest(${file.rejections.map(({ record }) => record.slice(0, maxReasonLength))}::text[],
                  ${file.rejections.map(({ reason }) => reason.slice(0, maxReasonLength))}::text[]) as r (record, reason)
      on conflict do nothing`.execute(tx);
    await sql`
      update feeds f set is_importing = false, checked_at = greatest(f.checked_at, ${file.fetchedAt}), failure = null, failed_at = null,
        changed_at = case when ${outcome.isChanged} then ${outcome.now} else f.changed_at end,
        records = (select coalesce(sum(records), 0) from feed_files where feed = f.feed),
        rejected = (select count(*) from feed_rejections where feed = f.feed)
      where f.feed = ${feed}`.execute(tx);
  });

/** The source answered, and had nothing new. */
export const noteChecked = async (db: Kysely<Tables>, feed: string, now: Date): Promise<void> => {
  await sql`
    insert into feeds (feed, revision, records, rejected, checked_at, is_importing)
    values (${feed}, 0, 0, 0, ${now}, false)
    on conflict (feed) do update set checked_at = excluded.checked_at, failure = null, failed_at = null`.execute(db);
};

export const noteFailure = async (db: Kysely<Tables>, feed: string, failure: string, now: Date): Promise<void> => {
  const said = failure.slice(0, maxReasonLength);
  await sql`
    insert into feeds (feed, revision, records, rejected, failure, failed_at, is_importing)
    values (${feed}, 0, 0, 0, ${said}, ${now}, false)
    on conflict (feed) do update set failure = excluded.failure, failed_at = excluded.failed_at`.execute(db);
};

/** The list is bounded, so that a place in it is as good as a key. */
export const listRejections = async (db: Kysely<Tables>, feed: string, after: number, limit: number) => {
  const rows = await db
    .selectFrom('feed_rejections')
    .select(['address as file', 'record', 'reason'])
    .where('feed', '=', feed)
    .orderBy('address')
    .orderBy('record')
    .orderBy('reason')
    .offset(after)
    .limit(limit)
    .execute();
  return rows;
};

export const countRejections = async (db: Kysely<Tables>, feed: string): Promise<number> => {
  const { total } = await db
    .selectFrom('feed_rejections')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('feed', '=', feed)
    .executeTakeFirstOrThrow();
  return total;
};

export const readRevision = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('catalog_revision').select('revision').executeTakeFirstOrThrow()).revision;
