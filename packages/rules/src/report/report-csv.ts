import type { Report } from '@patchkeep/contract/reports';
import { type CsvCell, toCsv } from '../text/csv.ts';
import type { ReportTable } from './report-tables.ts';
import { historyNote, placeText, summaryText } from './report-text.ts';

/** One number per line, each with what it counts: a form that every spreadsheet can filter. */
export const reportCsv = (report: Report, tables: readonly ReportTable[]): string => {
  const fact = (item: string, value: CsvCell): CsvCell[] => ['Report', item, '', value, ''];
  const note = historyNote(report);
  const facts = [
    fact(report.scope === 'site' ? 'Site' : 'Customer', placeText(report)),
    fact('First day', report.from),
    fact('Last day', report.until),
    fact('Made at', report.madeAt),
    fact('Made by', report.madeBy),
    fact('Summary', summaryText(report)),
    ...(note === undefined ? [] : [fact('Note', note)]),
  ];
  const numbers = tables.flatMap(({ title, basis, head, rows }) =>
    rows.flatMap(({ cells: [first, ...rest], basis: own }) =>
      rest.map(({ value }, column): CsvCell[] => [title, first?.value, head[column + 1], value, own ?? basis]),
    ),
  );
  return toCsv(['Section', 'Item', 'Measure', 'Value', 'What is counted'], [...facts, ...numbers]);
};
