import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readReports } from '../spec/reports.ts';

export interface Step {
  name: string;
  seconds: number;
  code: number;
  /** How much of the time of all processors was used, in percent, by the step and by what ran beside it. */
  busy: number;
}

/** One line for each step: its name, its seconds, its exit code and how busy the machine was, with tabs between. */
export const parseSteps = (text: string): Step[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', seconds, code, busy] = line.split('\t');
      return { name, seconds: Number(seconds), code: Number(code), busy: Number(busy) };
    });

/** What each step took, and each test file, the longest first. */
export const readCosts = (
  reports: string,
  repository: string,
): { steps: Step[]; files: { name: string; seconds: number }[] } => {
  const steps = `${reports}steps.tsv`;
  const files = readReports(reports)
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime = 0, endTime = 0 }) => ({
      name: relative(repository, name),
      seconds: Math.round((endTime - startTime) / 100) / 10,
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
  return { steps: existsSync(steps) ? parseSteps(readFileSync(steps, 'utf8')) : [], files };
};
