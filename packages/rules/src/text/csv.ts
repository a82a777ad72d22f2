export type CsvCell = string | number | null | undefined;

/* A spreadsheet runs a text that begins so; an apostrophe in front makes it plain text again. Numbers of ours are
   typed as numbers and stay as they are. */
const startsFormula = /^[=+\-@\t\r]/;

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = startsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 lines, with the mark that tells Excel the text is UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
