import type pg from 'pg';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { flushPresence, toMinutes } from './presence.repository.ts';

/**
 * Who was seen since the last flush, held in memory and written by one writer in sorted batches. A crash forgets
 * sightings of the last minutes; the hosts come again within minutes, so nothing that matters is lost. A flush rewrites
 * the array of every bucket that was touched: the rarer it is, the fewer bytes of log a check-in costs.
 */
export const presenceBuffer = (pool: pg.Pool, onError: (error: unknown) => void, everyMs = 150_000) => {
  let pending = new Map<string, Map<number, number>>();
  let writing: Promise<void> = Promise.resolve();

  const write = async (batch: typeof pending): Promise<void> => {
    for (const customerId of [...batch.keys()].toSorted()) {
      const seen = batch.get(customerId) ?? new Map<number, number>();
      await withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
        flushPresence(tx, customerId, seen),
      );
      batch.delete(customerId);
    }
  };
  const putBack = (batch: typeof pending): void => {
    for (const [customerId, seen] of batch) for (const [hostNo, minutes] of seen) note(customerId, hostNo, minutes);
  };
  const note = (customerId: string, hostNo: number, minutes: number): void => {
    const seen = pending.get(customerId) ?? new Map<number, number>();
    pending.set(customerId, seen.set(hostNo, Math.max(seen.get(hostNo) ?? 0, minutes)));
  };
  const flush = (): Promise<void> => {
    const batch = pending;
    pending = new Map();
    writing = writing
      .then(() => write(batch))
      .catch((error: unknown) => {
        putBack(batch);
        onError(error);
      });
    return writing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    seen: (customerId: string, hostNo: number, at: Date): void => note(customerId, hostNo, toMinutes(at)),
    flush,
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
};
export type PresenceBuffer = ReturnType<typeof presenceBuffer>;
