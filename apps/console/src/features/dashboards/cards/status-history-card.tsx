import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { timeTable } from '../../../ui/charts/chart-table.ts';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { aspectOf, type CardProps, chartWidthOf } from '../card-look.ts';
import { leadOf, titleOf } from '../card-titles.ts';
import { periodWord, periodText, unitText } from '../period-text.ts';
import { statusSeries } from '../status-series.ts';

/** Applications on hosts by status, at the end of each period. */
export function StatusHistoryCard({
  card,
  data: { periodUnit, place, points: given },
  look,
  actions,
}: CardProps<'apps-bar'>) {
  const title = titleOf(card);
  const points = given.map((point) => ({
    id: point.start,
    ...periodText(periodUnit, point),
    isPartial: point.isPartial,
    values: { ok: point.ok, eol: point.eol, insecure: point.insecure, zeroDay: point.zeroDay },
  }));
  return (
    <ChartFrame
      title={title}
      lead={leadOf(place, `${unitText[periodUnit]}, applications on hosts by status`)}
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
            // The list shows how things stand now: it is behind the last point alone.
            if (point.id !== points.at(-1)?.id) return undefined;
            const status = statusSeries.find((series) => series.id === id)?.status;
            return status && look.links.status(status, card);
          }}
        />
      )}
    </ChartFrame>
  );
}
