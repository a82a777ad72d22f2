import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { PieChart } from '../../../ui/charts/pie-chart.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { leadOf, titleOf } from '../card-titles.ts';
import { statusSeries } from '../status-series.ts';

/** Applications on hosts by status, now. */
export function StatusPieCard({ card, data: { pie, place }, look, actions }: CardProps<'vuln-status-pie'>) {
  const slices = statusSeries.map((series) => ({
    ...series,
    value: pie[series.id],
    href: look.links.status(series.status, card),
  }));
  const share = (value: number) => (pie.total === 0 ? 0 : value / pie.total);
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={leadOf(place, 'Applications on hosts, each in its worst status')}
      fileName="vulnerability-status"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Status', 'Installations', 'Share'],
        rows: slices.map(({ label, value }) => [
          { value: label },
          { value, shown: formatNumber(value) },
          { value: share(value), shown: formatPercent(share(value)) },
        ]),
      }}
    >
      <PieChart label={titleOf(card)} slices={slices} isNewTab={look.isNewTab} />
    </ChartFrame>
  );
}
