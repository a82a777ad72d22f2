import { describe, expect, it } from 'vitest';
import type { TestReport } from '../spec/reports.ts';
import { nameFailures, summarize } from './summary.ts';

const report = (passed: number, failed: number, testResults: TestReport['testResults'] = []): TestReport => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults,
});

describe('the last line of CI', () => {
  it('adds up the reports', () => {
    expect(summarize({ test: report(10, 0), e2e: report(5, 2) }, ['e2e'])).toEqual({ passed: 15, failed: 2 });
  });

  it('counts a failed step that has no report', () => {
    expect(summarize({ test: report(10, 0) }, ['check', 'bundle'])).toEqual({ passed: 10, failed: 2 });
  });

  it('counts a missing report, once', () => {
    expect(summarize({ test: undefined, e2e: report(1, 0) }, ['test'])).toEqual({ passed: 1, failed: 1 });
  });

  it('counts a file that could not be loaded', () => {
    const broken = [{ name: 'x.test.ts', status: 'failed', assertionResults: [] }];
    expect(summarize({ test: report(3, 0, broken) }, ['test'])).toEqual({ passed: 3, failed: 1 });
  });

  it('names what failed, and why in a line', () => {
    const failed = { fullName: 'a list is sorted', title: 'is sorted', status: 'failed' };
    const files = [
      {
        name: '/x/list.test.ts',
        status: 'failed',
        assertionResults: [{ ...failed, failureMessages: ['not so\n  at x'] }],
      },
      { name: '/x/y.test.ts', status: 'failed', message: 'cannot load', assertionResults: [] },
    ];
    expect(nameFailures({ test: report(0, 1, files), e2e: undefined })).toEqual([
      'list.test.ts > a list is sorted: not so',
      'y.test.ts: cannot load',
    ]);
  });

  it('never passes a test run that failed for a reason of its own', () => {
    expect(summarize({ test: report(3, 0) }, ['test'])).toEqual({ passed: 3, failed: 1 });
  });
});
