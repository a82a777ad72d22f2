import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A number that each commit has for itself: what CI chooses by it is the same on every machine. */
export const commitNumber = (commit = currentCommit()): number => Number.parseInt(commit.slice(0, 8), 16);

const currentCommit = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repository, encoding: 'utf8' }).trim();

/** Every n-th, beginning where the number says: n following numbers choose everything once. */
export const partOf = <T>(all: readonly T[], parts: number, number = commitNumber()): T[] =>
  all.filter((_, at) => at % parts === number % parts);

export const oneOf = <T>(all: readonly T[], number = commitNumber()): T | undefined => all[number % all.length];
