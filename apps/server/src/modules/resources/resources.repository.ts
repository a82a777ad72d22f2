import {
  type ResourceCategory,
  type ResourceCause,
  type ResourceFacts,
  resourcesMost,
  type ResourceState,
} from '@patchkeep/contract/resources';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { ResourceKey, SiteResourceRow } from './resources.tables.ts';

/** Of two who begin an upload, the second sees the bytes that the first asked for. */
export const lockRoom = async (tx: Tx, siteId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('resources:' || ${siteId}, 0))`.execute(tx);
};

/** What a site has brought, with what it has begun to; refused files are gone from the disk. */
export const sumResources = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('site_resources')
    .select([
      sql<number>`count(*)`.as('files'),
      sql<number>`coalesce(sum(size) filter (where state <> 'refused'), 0)::bigint`.as('bytes'),
      sql<number>`count(*) filter (where state = 'receiving')`.as('begun'),
      sql<number>`count(*) filter (where state = 'refused')`.as('refused'),
    ])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();

export const insertResource = async (tx: Tx, { facts, ...row }: SiteResourceRow): Promise<void> => {
  await tx
    .insertInto('site_resources')
    .values({ ...row, facts: facts && JSON.stringify(facts) })
    .execute();
};

const rowOf = (tx: Tx, key: ResourceKey) =>
  tx
    .selectFrom('site_resources')
    .selectAll()
    .where('customer_id', '=', key.customer_id)
    .where('site_id', '=', key.site_id)
    .where('resource_id', '=', key.resource_id);

export const findResource = (tx: Tx, key: ResourceKey): Promise<SiteResourceRow | undefined> =>
  rowOf(tx, key).executeTakeFirst();

const ofSite = (tx: Tx, customerId: string, siteId: string) =>
  tx.selectFrom('site_resources').selectAll().where('customer_id', '=', customerId).where('site_id', '=', siteId);

export const selectResources = (
  tx: Tx,
  customerId: string,
  siteId: string,
  resourceIds: readonly string[],
): Promise<SiteResourceRow[]> =>
  ofSite(tx, customerId, siteId)
    .where('resource_id', '=', sql<string>`any(${[...resourceIds]}::uuid[])`)
    .execute();

/** The files of a site of one category, the newest first; a site has a thousand at most. */
export const listOfCategory = (
  tx: Tx,
  customerId: string,
  siteId: string,
  category: ResourceCategory,
): Promise<SiteResourceRow[]> =>
  ofSite(tx, customerId, siteId)
    .where('category', '=', category)
    .orderBy('created_at', 'desc')
    .orderBy('resource_id', 'desc')
    .limit(resourcesMost)
    .execute();

export const lockResource = (tx: Tx, key: ResourceKey): Promise<SiteResourceRow | undefined> =>
  rowOf(tx, key).forUpdate().executeTakeFirst();

const changing = (tx: Tx, key: ResourceKey) =>
  tx
    .updateTable('site_resources')
    .where('customer_id', '=', key.customer_id)
    .where('site_id', '=', key.site_id)
    .where('resource_id', '=', key.resource_id);

/** By the clock of the database: processes that write into one folder need not agree about the time. */
const writerSeconds = sql<Date>`now() + interval '60 seconds'`;

/** Makes a request the one that writes from here on; false while another one does, or when the file ends elsewhere. */
export const takeWriting = async (
  tx: Tx,
  key: ResourceKey,
  { writer, from, now }: { writer: string; from: number; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await changing(tx, key)
    .set({ writer, writer_until: writerSeconds })
    .where('state', '=', 'receiving')
    .where('bytes_done', '=', from)
    .where('expires_at', '>', now)
    .where((is) => is.or([is('writer', 'is', null), is('writer_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** What its writer changes; false when it is the writer no more. */
const asWriter = async (change: ReturnType<typeof changing>, writer: string): Promise<boolean> => {
  const { numUpdatedRows } = await change
    .where('state', '=', 'receiving')
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Notes how far the writer came, and that it goes on; false when it is the writer no more. */
export const noteWritten = (tx: Tx, key: ResourceKey, writer: string, bytesDone: number): Promise<boolean> =>
  asWriter(changing(tx, key).set({ bytes_done: bytesDone, writer_until: writerSeconds }), writer);

export const endWriting = async (tx: Tx, key: ResourceKey, writer: string): Promise<void> => {
  await changing(tx, key).set({ writer: null, writer_until: null }).where('writer', '=', writer).execute();
};

/** The last byte has come: from now on nobody writes. */
export const endReceiving = (
  tx: Tx,
  key: ResourceKey,
  writer: string,
  next: { state: ResourceState; cause: ResourceCause | null },
): Promise<boolean> =>
  asWriter(
    changing(tx, key).set({
      ...next,
      writer: null,
      writer_until: null,
      expires_at: null,
      bytes_done: sql<number>`size`,
    }),
    writer,
  );

/** Begins an examination; undefined when there is none to be done. */
export const beginLook = (tx: Tx, key: ResourceKey, now: Date): Promise<SiteResourceRow | undefined> =>
  changing(tx, key)
    .set({ state: 'examining', looked_at: now })
    .where('state', 'in', ['waiting', 'examining'])
    .returningAll()
    .executeTakeFirst();

export interface Looked {
  state: ResourceState;
  cause: ResourceCause | null;
  found: string | null;
  sha256: Buffer;
  facts: ResourceFacts | null;
}

/** Ends the examination that began at this moment; false when it counts no more. */
export const endLook = async (
  tx: Tx,
  key: ResourceKey,
  began: Date,
  { facts, ...looked }: Looked,
): Promise<boolean> => {
  const { numUpdatedRows } = await changing(tx, key)
    .set({ ...looked, facts: facts && JSON.stringify(facts) })
    .where('state', '=', 'examining')
    .where('looked_at', '=', began)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteResource = async (tx: Tx, key: ResourceKey): Promise<void> => {
  await tx
    .deleteFrom('site_resources')
    .where('customer_id', '=', key.customer_id)
    .where('site_id', '=', key.site_id)
    .where('resource_id', '=', key.resource_id)
    .execute();
};
