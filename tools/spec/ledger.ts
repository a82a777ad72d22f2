/** A requirement's name: its area, a dash, its number. */
const row = /^\| ([A-Z]+-\d{2,}) \|/;

/** The IDs of the ledger, in its order. An ID given twice is a mistake in the ledger itself. */
export function readLedger(markdown: string): string[] {
  const ids = markdown.split('\n').flatMap((line) => row.exec(line)?.[1] ?? []);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`the ledger names twice: ${twice.join(', ')}`);
  return ids;
}

export const areaOf = (id: string): string => id.slice(0, id.lastIndexOf('-'));
