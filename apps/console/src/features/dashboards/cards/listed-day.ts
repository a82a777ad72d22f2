import type { PeriodUnit } from '@patchkeep/contract/dashboard-config';
import type { StatusPoint } from '@patchkeep/contract/dashboard-data';

/**
 * The last day of a period, whose list has the numbers of the period's point. None for an hour, which ends within a day,
 * and for a day before lists were kept.
 */
export const listedDay = (
  { end }: Pick<StatusPoint, 'end'>,
  unit: PeriodUnit,
  listsSince: string | null,
): string | undefined => {
  if (unit === 'live' || listsSince === null) return undefined;
  const day = new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
  return day >= listsSince ? day : undefined;
};
