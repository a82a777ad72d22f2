import type { ReportScope } from '@patchkeep/contract/reports';
import { lastWholeMonth, type ReportDays } from '@patchkeep/rules/report-period';
import { isDay } from '../../ui/days.ts';

/** What the address may say of the report; anything may be missing or nonsense. */
export interface RawReportSearch {
  of?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** The same, understood. */
export interface ReportSearch extends ReportDays {
  scope: ReportScope;
}

/** Without two days it is the last whole month. Days that are no period stay, so that the screen can say why. */
export const readReportSearch = ({ of, from, until }: RawReportSearch, now: Date): ReportSearch => ({
  scope: of === 'customer' ? 'customer' : 'site',
  ...(from !== undefined && until !== undefined && isDay(from) && isDay(until) ? { from, until } : lastWholeMonth(now)),
});

/** The days always stand in the address: a link to a report means the same month later. */
export const writeReportSearch = ({ scope, from, until }: ReportSearch): RawReportSearch => ({
  ...(scope === 'customer' && { of: scope }),
  from,
  until,
});
