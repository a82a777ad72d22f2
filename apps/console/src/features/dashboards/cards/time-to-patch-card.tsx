import { severityText } from '@patchkeep/rules/vulnerabilities/severity-text';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { formatCount, formatNumber, formatPercent } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';

/** How long issues stayed open, by severity, and how many were fixed within their target. */
export function TimeToPatchCard({ card, data: { rows, exploited }, look, actions }: CardProps<'time-to-patch'>) {
  const open = rows.reduce((sum, row) => sum + row.open, 0);
  const overdue = exploited.pastDue === 0 ? 'none' : formatNumber(exploited.pastDue);
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={
        <>
          {look.asOf !== undefined && (
            <>
              <a href={look.links.open()}>{formatCount(open, 'issue')} open</a>.{' '}
            </>
          )}
          Fixed within the {look.asOf === undefined ? 'last 90 days' : '90 days before'}.{' '}
          {formatCount(exploited.open, 'exploited issue')} open, {overdue} of them overdue.
        </>
      }
      fileName="time-to-patch"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Severity', 'Target', 'Open', 'Overdue', 'Fixed', 'In time', 'Median'],
        rows: rows.map((row) => {
          const inTime = row.fixed === 0 ? null : row.fixedInTime / row.fixed;
          return [
            { value: severityText[row.severity] },
            { value: row.targetDays, shown: formatCount(row.targetDays, 'day') },
            { value: row.open, shown: formatNumber(row.open) },
            { value: row.overdue, shown: formatNumber(row.overdue) },
            { value: row.fixed, shown: formatNumber(row.fixed) },
            { value: inTime, shown: inTime === null ? '–' : formatPercent(inTime) },
            {
              value: row.medianDays,
              shown: row.medianDays === null ? '–' : formatCount(Math.round(row.medianDays), 'day'),
            },
          ];
        }),
      }}
    />
  );
}
