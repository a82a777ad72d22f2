import type { UpdatesPoint } from '@patchkeep/contract/dashboard-data';
import type { Period } from '@patchkeep/rules/periods';
import type { Tx } from '../../../platform/db/tenant.ts';
import { selectUpdates } from './update-history.queries.ts';

const none = { upgrades: 0, securityUpgrades: 0 };

/** Updates that were proven in each period. */
export const readUpdateSeries = async (
  tx: Tx,
  { customerId, siteIds }: { customerId: string; siteIds: readonly string[] },
  periods: readonly Period[],
): Promise<UpdatesPoint[]> => {
  const starts = periods.map((period) => period.start);
  const counted = await selectUpdates(tx, customerId, siteIds, starts, periods.at(-1)?.end ?? new Date(0));
  return periods.map(({ start, end, ...period }, place) => ({
    ...period,
    start: start.toISOString(),
    end: end.toISOString(),
    ...(counted.get(place) ?? none),
  }));
};
