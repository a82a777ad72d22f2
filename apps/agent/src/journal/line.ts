import { createHash } from 'node:crypto';
import type { Entry } from './state.ts';

const seal = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, 16);

/** One entry as one line: its checksum, then its JSON. JSON holds no raw line break, so a line is never two. */
export const writeLine = (entry: Entry): string => {
  const json = JSON.stringify(entry);
  return `${seal(json)} ${json}\n`;
};

/** The entry of a line, or undefined for a line that was torn or has rotted. */
const readLine = (line: string): Entry | undefined => {
  const json = line.slice(17);
  if (line[16] !== ' ' || line.slice(0, 16) !== seal(json)) return undefined;
  try {
    return JSON.parse(json) as Entry;
  } catch {
    return undefined;
  }
};

/** All whole lines of a journal in their order, and whether anything else was found between or after them. */
export const readLines = (text: string): { entries: Entry[]; isDamaged: boolean } => {
  const lines = text.split('\n');
  // What follows the last line break is nothing, or a write that was cut off.
  const tail = lines.pop();
  const read = lines.map(readLine);
  const entries = read.filter((entry) => entry !== undefined);
  return { entries, isDamaged: tail !== '' || entries.length < read.length };
};
