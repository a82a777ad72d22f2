import type { Report } from '@patchkeep/contract/reports';
import type { ReportCell, ReportTable } from '@patchkeep/rules/report/report-tables';
import { historyNote, periodText, placeText, summaryText } from '@patchkeep/rules/report/report-text';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { Facts } from '../../ui/facts.tsx';
import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';
import s from './report.module.css';

const shownCell = ({ value, text, href }: ReportCell) => ({
  value,
  shown:
    href === undefined ? (
      text
    ) : (
      <a href={href} className="plain-link">
        {text}
      </a>
    ),
});

function Table({ title, basis, head, rows, whenNone }: ReportTable) {
  const hasBasis = rows.some((row) => row.basis !== undefined);
  return (
    <ChartFrame
      title={title}
      lead={basis}
      fileName="report"
      isBare
      table={{
        head: hasBasis ? [...head, 'What is counted'] : head,
        rows: rows.map((row) => [...row.cells.map(shownCell), ...(hasBasis ? [{ value: row.basis ?? '' }] : [])]),
      }}
    >
      {rows.length === 0 && whenNone !== undefined ? <p>{whenNone}</p> : undefined}
    </ChartFrame>
  );
}

/** The report as it is read and printed. */
export function ReportView({ report, tables }: { report: Report; tables: readonly ReportTable[] }) {
  const note = historyNote(report);
  const { scope, isPartial, madeAt, madeBy } = report;
  return (
    <div className={s['report']}>
      <section className="card" aria-labelledby="report-summary">
        <div className={s['summary']}>
          <h2 id="report-summary">Summary</h2>
          <p>{summaryText(report)}</p>
          {note !== undefined && <p className="muted">{note}</p>}
          <Facts
            facts={[
              { term: scope === 'site' ? 'Site' : 'Customer', detail: placeText(report) },
              {
                term: 'Period',
                detail: `${periodText(report)}${isPartial ? ', so far' : ''} (days in UTC)`,
              },
              { term: 'Made', detail: `${formatAbsolute(new Date(madeAt), browserTimeZone())} by ${madeBy}` },
            ]}
          />
        </div>
      </section>
      {tables.map((table) => (
        <Table key={table.title} {...table} />
      ))}
    </div>
  );
}
