import { basename } from 'node:path';
import type { TestReport } from '../spec/reports.ts';

type TestFile = TestReport['testResults'][number];

/**
 * Tests count one by one. A step without a report (a guard, a bundle that grew) counts once when it failed; so does a
 * test step that left no report, or that failed although every test it could name passed.
 */
export function summarize(
  reports: Record<string, TestReport | undefined>,
  failedSteps: string[],
): { passed: number; failed: number } {
  let passed = 0;
  let failed = failedSteps.filter((step) => !Object.hasOwn(reports, step)).length;
  for (const [step, report] of Object.entries(reports)) {
    const failures = report === undefined ? 1 : report.numFailedTests + report.testResults.filter(isBroken).length;
    passed += report?.numPassedTests ?? 0;
    failed += Math.max(failures, failedSteps.includes(step) ? 1 : 0);
  }
  return { passed, failed };
}

/** What failed, a line each with the first words of why, so that the end of a long log says what to repair. */
export const nameFailures = (reports: Record<string, TestReport | undefined>): string[] =>
  Object.values(reports).flatMap((report) =>
    (report?.testResults ?? []).flatMap((file) => {
      const where = basename(file.name);
      if (isBroken(file)) return [`${where}: ${firstLine(file.message)}`];
      return failedTests(file).map((test) => `${where} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
    }),
  );

const firstLine = (text = 'no reason given') => text.split('\n', 1)[0]?.slice(0, 200) ?? '';

const failedTests = (file: TestFile) => file.assertionResults.filter(({ status }) => status === 'failed');
/** A file that could not be loaded has no test to blame. */
const isBroken = (file: TestFile): boolean => file.status === 'failed' && failedTests(file).length === 0;
