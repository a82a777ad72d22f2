import type { ReactNode } from 'react';

/** Something the palette can do. */
export interface Command {
  id: string;
  label: string;
  section: 'Pages' | 'Sites' | 'Commands' | 'Hosts' | 'Applications' | 'CVEs';
  /** Quieter words after the label. */
  detail?: string;
  /** A badge at the end of the line. */
  mark?: ReactNode;
  /** Other words people look for it by. */
  keywords?: string;
  /** Keys that do the same, as the help shows them. */
  keys?: string;
  run(): void;
}

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well a command answers: each word typed must begin a word of it. Lower is better, undefined is no match. */
const score = (command: Command, typed: string[]): number | undefined => {
  const label = splitWords(command.label);
  const other = splitWords(`${command.keywords ?? ''} ${command.section}`);
  let total = label.length / 100;
  for (const word of typed) {
    const place = label.findIndex((candidate) => candidate.startsWith(word));
    if (place >= 0) total += place;
    else if (other.some((candidate) => candidate.startsWith(word))) total += 10;
    else return undefined;
  }
  return total;
};

/** The commands that answer what was typed, best first; ties keep their order, and nothing typed lists all. */
export const findCommands = (all: readonly Command[], typed: string): Command[] => {
  const wanted = splitWords(typed);
  return all
    .flatMap((command, order) => {
      const points = score(command, wanted);
      return points === undefined ? [] : [{ command, points: wanted.length === 0 ? 0 : points, order }];
    })
    .toSorted((a, b) => a.points - b.points || a.order - b.order)
    .map(({ command }) => command);
};
