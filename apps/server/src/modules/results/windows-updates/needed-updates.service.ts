import type { Tx } from '../../../platform/db/tenant.ts';
import { listWindowsUpdates } from '../../inventory/public.ts';
import { selectSuperseded } from './windows-updates.queries.ts';
import { effectiveUpdates } from './windows-updates.rules.ts';

/** Articles that a host misses, and those that wait there for a restart. */
export interface NeededUpdates {
  missing: ReadonlySet<number>;
  pending: ReadonlySet<number>;
}

/** By the last report of each host, which may be newer than the last count. Hosts that never reported are left out. */
export const neededUpdates = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
): Promise<Map<number, NeededUpdates>> => {
  if (hostNos.length === 0) return new Map();
  const reports = await listWindowsUpdates(tx, customerId, hostNos);
  const all = new Set(reports.flatMap(({ installed, missing, pending }) => [...installed, ...missing, ...pending]));
  const superseded = await selectSuperseded(tx, [...all]);
  return new Map(
    reports.map(({ hostNo, ...report }) => {
      const { missing, pending } = effectiveUpdates(report, superseded);
      return [hostNo, { missing: new Set(missing), pending: new Set(pending) }];
    }),
  );
};
