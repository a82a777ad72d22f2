import { hash } from 'node:crypto';
import type { StatusPoint } from '@patchkeep/contract/dashboard-data';
import type { Period } from '@patchkeep/rules/periods';
import type { Context } from '../../../platform/context.ts';
import type { Split } from '../results.tables.ts';
import { selectSplitsBefore } from './history.queries.ts';

type ShownSplit = Omit<Split, 'ignored'>;

const pointOf = ({ start, end, ...period }: Period, { ok, eol, insecure, zeroday }: ShownSplit): StatusPoint => ({
  ...period,
  start: start.toISOString(),
  end: end.toISOString(),
  ok,
  eol,
  insecure,
  zeroDay: zeroday,
  total: ok + eol + insecure + zeroday,
});

const mostRemembered = 50_000;
/** A count that began before a moment may end after it; by then it has. */
const settledMs = 600_000;
const remembered = new Map<string, ShownSplit>();

/** How scopes stood before moments. The past does not change: what was read of it once is not read again. */
const readBefore = async (
  { tx, now }: Context,
  customerId: string,
  scopeIds: readonly string[],
  moments: readonly Date[],
): Promise<(ShownSplit | undefined)[]> => {
  const whose = hash('sha1', scopeIds.join(' '), 'base64url');
  const keyOf = (moment: Date): string => `${whose} ${moment.getTime()}`;
  const missing = moments.filter((moment) => !remembered.has(keyOf(moment)));
  const rows = await selectSplitsBefore(tx, customerId, scopeIds, missing);
  const read = new Map(missing.map((moment, i) => [moment, rows[i]]));
  const standing = moments.map((moment) => remembered.get(keyOf(moment)) ?? read.get(moment));
  if (remembered.size > mostRemembered) remembered.clear();
  for (const [moment, row] of read)
    if (row && now.getTime() - moment.getTime() > settledMs) remembered.set(keyOf(moment), row);
  return standing;
};

/** How scopes stood together at the end of each period; one that is not over shows what every page shows now. */
export const readStatusSeries = async (
  context: Context,
  { customerId, scopeIds }: { customerId: string; scopeIds: readonly string[] },
  periods: readonly Period[],
  readLive: () => Promise<ShownSplit | undefined>,
): Promise<StatusPoint[]> => {
  const past = periods.filter((period) => !period.isPartial);
  const ends = past.map((period) => period.end);
  const rows = await readBefore(context, customerId, scopeIds, ends);
  const live = await readLive();
  const standing = [...rows, ...periods.slice(past.length).map(() => live)];
  return periods.flatMap((period, i) => {
    const row = standing[i];
    return row === undefined ? [] : [pointOf(period, row)];
  });
};
