import type { StatusPoint } from '@patchkeep/contract/dashboard-data';
import type { Period } from '@patchkeep/rules/periods';
import type { Tx } from '../../platform/db/tenant.ts';
import { selectSplit, selectSplitsBefore, type SplitRow } from './history.queries.ts';

const pointOf = ({ start, end, ...period }: Period, { ok, eol, insecure, zeroday }: SplitRow): StatusPoint => ({
  ...period,
  start: start.toISOString(),
  end: end.toISOString(),
  ok,
  eol,
  insecure,
  zeroDay: zeroday,
  total: ok + eol + insecure + zeroday,
});

/** How scopes stood together at the end of each period; one that is not over shows what every page shows now. */
export const readStatusSeries = async (
  tx: Tx,
  customerId: string,
  scopeIds: readonly string[],
  periods: readonly Period[],
): Promise<StatusPoint[]> => {
  const past = periods.filter((period) => !period.isPartial);
  const ends = past.map((period) => period.end);
  const rows = await selectSplitsBefore(tx, customerId, scopeIds, ends);
  const live = await selectSplit(tx, customerId, scopeIds);
  const standing = [...rows, ...periods.slice(past.length).map(() => live)];
  return periods.flatMap((period, i) => {
    const row = standing[i];
    return row === undefined ? [] : [pointOf(period, row)];
  });
};
