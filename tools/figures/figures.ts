import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One measured number: what it must be, how to measure it again, and when it was measured last. */
export interface Figure {
  id: string;
  what: string;
  value: number;
  unit: string;
  goal: number;
  goalIs: 'at least' | 'at most';
  command: string;
  /** Further numbers of the same run, for the reader. */
  detail?: string;
  /** Ends with `+` when the working tree differed from the commit. */
  commit: string;
  date: string;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const kept = fileURLToPath(new URL('../../docs/figures.json', import.meta.url));

export const readFigures = (file = kept): Figure[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figure[]) : [];

export const isMet = ({ value, goal, goalIs }: Pick<Figure, 'value' | 'goal' | 'goalIs'>): boolean =>
  goalIs === 'at least' ? value >= goal : value <= goal;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();

/** The commit that the figure belongs to; a source archive has none. */
const currentCommit = (): string => {
  try {
    const changes = git('status', '--porcelain', '--', ':!docs/figures.json');
    return `${git('rev-parse', '--short=10', 'HEAD')}${changes === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
};

/** Keeps the figure in docs/figures.json in place of the last one with its id. Only runs at full size call it. */
export const recordFigure = (figure: Omit<Figure, 'commit' | 'date'>, file = kept): void => {
  const value = Number(figure.value.toPrecision(4));
  const measured = { ...figure, value, commit: currentCommit(), date: new Date().toISOString().slice(0, 10) };
  const others = readFigures(file).filter(({ id }) => id !== figure.id);
  const all = [...others, measured].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
};

/** A table for people: one line for each figure, the goals that are not reached marked. */
export const printFigures = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => [
    isMet(figure) ? 'ok   ' : 'SHORT',
    figure.id,
    `${figure.value} ${figure.unit}`,
    `${figure.goalIs} ${figure.goal}`,
    `${figure.date} ${figure.commit}`,
    figure.command,
  ]);
  const header = ['', 'figure', 'value', 'goal', 'measured', 'command'];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
