import type { Tx } from '../../platform/db/tenant.ts';
import { sql } from 'kysely';

export const hostsPerBucket = 256;
const epochMs = Date.UTC(2020, 0, 1);

export const toMinutes = (at: Date): number => Math.floor((at.getTime() - epochMs) / 60_000);
export const fromMinutes = (minutes: number): Date => new Date(epochMs + minutes * 60_000);

/** Writes who was seen, bucket by bucket in order; a later sighting never gives way to an earlier one. */
export const flushPresence = async (tx: Tx, customerId: string, seen: ReadonlyMap<number, number>): Promise<void> => {
  const buckets = Map.groupBy(seen.entries(), ([hostNo]) => Math.floor(hostNo / hostsPerBucket));
  for (const bucket of [...buckets.keys()].toSorted((a, b) => a - b)) {
    const row = await tx
      .selectFrom('host_presence')
      .select('seen_minutes')
      .where('customer_id', '=', customerId)
      .where('bucket', '=', bucket)
      .forUpdate()
      .executeTakeFirst();
    const minutes = row?.seen_minutes ?? Array.from({ length: hostsPerBucket }, () => 0);
    for (const [hostNo, minute] of buckets.get(bucket) ?? []) {
      const at = hostNo % hostsPerBucket;
      minutes[at] = Math.max(minutes[at] ?? 0, minute);
    }
    await tx
      .insertInto('host_presence')
      .values({ customer_id: customerId, bucket, seen_minutes: minutes })
      .onConflict((conflict) =>
        conflict
          .columns(['customer_id', 'bucket'])
          .doUpdateSet((each) => ({ seen_minutes: each.ref('excluded.seen_minutes') })),
      )
      .execute();
  }
};

/** When each of these hosts was last seen. */
export const readPresence = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
): Promise<Map<number, Date>> => {
  const wanted = [...new Set(hostNos.map((hostNo) => Math.floor(hostNo / hostsPerBucket)))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom('host_presence')
    .select(['bucket', 'seen_minutes'])
    .where('customer_id', '=', customerId)
    .where('bucket', '=', sql<number>`any(${wanted}::int[])`)
    .execute();
  const byBucket = new Map(rows.map((row) => [row.bucket, row.seen_minutes]));
  return new Map(
    hostNos.flatMap((hostNo): [number, Date][] => {
      const minutes = byBucket.get(Math.floor(hostNo / hostsPerBucket))?.[hostNo % hostsPerBucket];
      return minutes ? [[hostNo, fromMinutes(minutes)]] : [];
    }),
  );
};
