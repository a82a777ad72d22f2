import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { type ChartSeries, totalOf } from '../../../ui/charts/chart-data.ts';
import { timeTable } from '../../../ui/charts/chart-table.ts';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { aspectOf, type CardProps, chartWidthOf } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { periodWord, periodText, unitText } from '../period-text.ts';

const kinds: readonly ChartSeries[] = [
  { id: 'upgrades', label: 'Regular', fill: 'reg' },
  { id: 'securityUpgrades', label: 'Security', fill: 'sec' },
];

/** Updates that were proven in each period, regular and security ones stacked. */
export function UpdatesCard({ card, data: { periodUnit, points: given }, look, actions }: CardProps<'updates-bar'>) {
  const title = titleOf(card);
  const periodOf = new Map(given.map((period) => [period.start, period]));
  const points = given.map((point) => ({
    id: point.start,
    ...periodText(periodUnit, point),
    isPartial: point.isPartial,
    values: { upgrades: point.upgrades, securityUpgrades: point.securityUpgrades },
  }));
  return (
    <ChartFrame
      title={title}
      lead={`${unitText[periodUnit]}, updates proven by a later inspection`}
      fileName="updates-deployed"
      table={timeTable(periodWord[periodUnit], kinds, points)}
      actions={actions}
      isBare={look.isBare}
    >
      {points.every((point) => totalOf(point, kinds) === 0) ? (
        <EmptyState title="No updates in these periods">They count once a later inspection has proven them.</EmptyState>
      ) : (
        <TimeChart
          label={title}
          series={kinds}
          points={points}
          mayBeLines={false}
          aspect={aspectOf(look)}
          fixedWidth={chartWidthOf(look)}
          isNewTab={look.isNewTab}
          hrefOf={({ id }) => {
            const period = periodOf.get(id);
            return period && look.links.updatesIn(period);
          }}
        />
      )}
    </ChartFrame>
  );
}
