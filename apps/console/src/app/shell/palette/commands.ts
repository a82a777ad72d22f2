import { matchKinds, matchName, matchPlace } from '@patchkeep/rules/matching';
import type { ReactNode } from 'react';

/** Something the palette can do. */
export interface Command {
  id: string;
  label: string;
  section: 'Acts' | 'Pages' | 'Sites' | 'Groups' | 'Tags' | 'Commands' | 'Hosts' | 'Applications' | 'CVEs';
  /** Quieter words after the label. */
  detail?: string;
  /** A badge at the end of the line. */
  mark?: ReactNode;
  /** Other words people look for it by. */
  keywords?: string;
  /** Keys that do the same, as the help shows them. */
  keys?: string;
  /** One of many: listed only when something is typed. */
  isOnlyFound?: boolean;
  /** The server found it: while it searches, this may still answer what was typed before. */
  isByServer?: boolean;
  run(): void;
}

const splitWords = (text: string) => text.trim().split(/\s+/u).filter(Boolean);

/** One or two letters stand in the middle of nearly every word: only longer texts are looked for there. */
const insideMin = 3;
/** A word that a command is only known by counts less than any word of its label. */
const otherWord = matchKinds.length;

const placeIn = (text: string, wanted: string): number => {
  const kind = matchName(text, wanted);
  if (kind === undefined) return Infinity;
  const place = matchPlace(kind);
  return place > matchPlace('word') && wanted.length < insideMin ? Infinity : place;
};

/** How well a command answers: its label as a whole, else every word typed somewhere. Lower is better. */
const score = ({ label, keywords = '', section }: Command, typed: string): number => {
  const places = splitWords(typed).map((word) =>
    Math.min(placeIn(label, word), otherWord + placeIn(`${keywords} ${section}`, word)),
  );
  return Math.min(placeIn(label, typed), Math.max(...places, matchPlace('word')));
};

/** So many of a section: the rest is found by typing more. */
const sectionMax = 8;
const slipOf = (place: number): boolean => place % otherWord === matchPlace('slip');

/**
 * The commands that answer what was typed, best first; ties keep the shorter label first. Slips answer only when
 * nothing else does. Nothing typed lists all that are not one of many.
 */
export const findCommands = (all: readonly Command[], typed: string): Command[] => {
  if (typed.trim() === '') return all.filter(({ isOnlyFound }) => isOnlyFound !== true);
  const scored = all
    .map((command) => ({ command, points: score(command, typed) }))
    .filter(({ points }) => points < Infinity)
    .toSorted((a, b) => a.points - b.points || a.command.label.length - b.command.label.length);
  const sure = scored.filter(({ points }) => !slipOf(points));
  const counts = new Map<string, number>();
  return (sure.length > 0 ? sure : scored).flatMap(({ command }) => {
    const count = (counts.get(command.section) ?? 0) + 1;
    counts.set(command.section, count);
    return count <= sectionMax ? [command] : [];
  });
};

/** The sections of a list, in the order in which their first members stand. */
export const sectionsOf = (commands: readonly Command[]): Command['section'][] => [
  ...new Set(commands.map(({ section }) => section)),
];
