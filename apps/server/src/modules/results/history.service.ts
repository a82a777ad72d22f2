import type { StatusPoint } from '@patchkeep/contract/dashboard-data';
import type { Period } from '@patchkeep/rules/periods';
import type { Context } from '../../platform/context.ts';
import { siteOf } from '../hosts/public.ts';
import { readScopeTotals } from './applications.queries.ts';
import { type HistoryRow, selectTotalsBefore } from './history.queries.ts';

type Split = Pick<HistoryRow, 'ok' | 'eol' | 'insecure' | 'zeroday'>;

const pointOf = ({ start, end, ...period }: Period, { ok, eol, insecure, zeroday }: Split): StatusPoint => ({
  ...period,
  start: start.toISOString(),
  end: end.toISOString(),
  ok,
  eol,
  insecure,
  zeroDay: zeroday,
  total: ok + eol + insecure + zeroday,
});

/** How a scope stood at the end of each period; the one that is not over shows what every page shows now. */
export const readStatusSeries = async (
  context: Context,
  scopeId: string,
  periods: readonly Period[],
): Promise<StatusPoint[]> => {
  const scope = { ...siteOf(context), scopeId };
  const past = periods.filter((period) => !period.isPartial);
  const rows = await selectTotalsBefore(
    context.tx,
    scope,
    past.map((period) => period.end),
  );
  const { row: live } = await readScopeTotals(context.tx, scope);
  const standing = [...rows, ...periods.slice(past.length).map(() => live)];
  return periods.flatMap((period, i) => {
    const row = standing[i];
    return row === undefined ? [] : [pointOf(period, row)];
  });
};
