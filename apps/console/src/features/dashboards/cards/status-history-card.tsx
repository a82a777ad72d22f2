import { dayText } from '../../../domain/past-day.ts';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { timeTable } from '../../../ui/charts/chart-table.ts';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { aspectOf, type CardProps, chartWidthOf } from '../card-look.ts';
import { leadOf, titleOf } from '../card-titles.ts';
import { periodWord, periodText, unitText } from '../period-text.ts';
import { statusSeries } from '../status-series.ts';
import { listedDay } from './listed-day.ts';

/** Applications on hosts by status, at the end of each period. */
export function StatusHistoryCard({
  card,
  data: { periodUnit, place, points: given, listsSince },
  look,
  actions,
}: CardProps<'apps-bar'>) {
  const title = titleOf(card);
  const dayOf = new Map(given.map((point) => [point.start, listedDay(point, periodUnit, listsSince)]));
  const points = given.map((point) => ({
    id: point.start,
    ...periodText(periodUnit, point),
    isPartial: point.isPartial,
    values: { ok: point.ok, eol: point.eol, insecure: point.insecure, zeroDay: point.zeroDay },
  }));
  // Said only where a point leads nowhere although there is a list for others.
  const isEarly = look.of === 'site' && given.some((point) => !point.isPartial && dayOf.get(point.start) === undefined);
  const since =
    periodUnit === 'live' ? ' Hours have no lists.' : listsSince && ` Lists from ${dayText(listsSince)} on.`;
  const hint = isEarly && !look.isBare ? since : '';
  return (
    <ChartFrame
      title={title}
      lead={leadOf(place, `${unitText[periodUnit]}, applications on hosts by status.${hint}`)}
      fileName="software-installations"
      table={timeTable(periodWord[periodUnit], statusSeries, points)}
      actions={actions}
      isBare={look.isBare}
    >
      {points.length === 0 ? (
        <EmptyState title="No history yet">It begins with the first inspection of a host.</EmptyState>
      ) : (
        <TimeChart
          label={title}
          series={statusSeries}
          points={points}
          mayBeLines
          aspect={aspectOf(look)}
          fixedWidth={chartWidthOf(look)}
          isNewTab={look.isNewTab}
          hrefOf={(point, { id }) => {
            const status = statusSeries.find((series) => series.id === id)?.status;
            const isNow = look.asOf === undefined && point.isPartial;
            const day = dayOf.get(point.id);
            if (!status || (!isNow && day === undefined)) return undefined;
            return isNow ? look.links.status(status, card) : look.links.status(status, card, day);
          }}
        />
      )}
    </ChartFrame>
  );
}
