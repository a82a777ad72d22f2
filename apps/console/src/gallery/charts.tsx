import { ChartFrame } from '../ui/chart-frame.tsx';
import { formatNumber, formatPercent } from '../ui/format.ts';
import { StackedBar } from '../ui/stacked-bar.tsx';

const counts = { Ok: 9812, EoL: 2252, Insecure: 3378, '0-Day': 643 };
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);

export function Charts() {
  return (
    <ChartFrame
      title="Vulnerability status breakdown"
      figure={formatNumber(total)}
      unit="installations"
      fileName="vulnerability-status"
      table={{
        head: ['Status', 'Installations', 'Share'],
        rows: Object.entries(counts).map(([status, count]) => [
          { value: status },
          { value: count, shown: formatNumber(count) },
          { value: count / total, shown: formatPercent(count / total) },
        ]),
      }}
    >
      <StackedBar label="Vulnerability status" counts={counts} hrefOf={(status) => `#status-${status}`} />
    </ChartFrame>
  );
}
