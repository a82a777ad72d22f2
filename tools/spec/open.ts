import { z } from 'zod';

const states = z.enum(['open', 'partly']);

/** A requirement that is not shown in full: `open` when nothing of it is, `partly` when some of its text is. */
export type OpenRequirement = { id: string; state: z.infer<typeof states> };

const row = /^\| ([A-Z]+-\d{2,}) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/;

/** The rows of `docs/spec/open.md`. Each row must say what is missing and what will bring it. */
export function readOpenList(markdown: string, ledger: readonly string[]): OpenRequirement[] {
  const listed: OpenRequirement[] = [];
  for (const line of markdown.split('\n').filter((each) => /^\| [A-Z]+-\d/.test(each))) {
    const [, id = '', state = '', missing = '', broughtBy = ''] = (row.exec(line) ?? []).map((cell) => cell.trim());
    if (!missing || !broughtBy) throw new Error(`not a row of ID, state, what is missing, what brings it: ${line}`);
    if (!ledger.includes(id)) throw new Error(`the list of open requirements names ${id}, which is not in the ledger`);
    if (listed.some((other) => other.id === id)) throw new Error(`the list of open requirements names ${id} twice`);
    listed.push({ id, state: states.parse(state) });
  }
  return listed;
}
