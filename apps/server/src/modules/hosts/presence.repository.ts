import type { Tx } from '../../platform/db/tenant.ts';

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
