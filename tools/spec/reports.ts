import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RanTest } from './coverage.ts';

/** The part of Vitest's JSON report that we read. */
export type TestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime?: number;
    endTime?: number;
    assertionResults: (RanTest & { failureMessages?: string[] })[];
  }[];
};

/** The last test reports; other JSON files in the folder are somebody else's. */
export function readReports(folder: string): TestReport[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readReport(join(folder, name)) ?? []);
}

export function readReport(file: string): TestReport | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Partial<TestReport>;
    return Array.isArray(report.testResults) ? (report as TestReport) : undefined;
  } catch {
    return undefined;
  }
}
