import { defineConfig } from 'vitest/config';

// Recorded broken examples hold files named like tests; only the guards look at them.
const never = ['**/node_modules/**', '**/dist/**', 'tools/broken/**'];

const setupFiles = ['tools/test-seed.ts'];

// For tests that hang, not for slow ones: some try every byte of a file, which takes 5 s on a quiet machine and took
// 36 s on a busy one.
const testTimeout = 300_000;
const expect = { poll: { timeout: 90_000, interval: 25 } };

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/test.json' },
    // By itself vitest leaves one core free, which on a machine of two is half of it: a test mostly waits for PostgreSQL.
    // With two of them, two cores idled for an eighth of the time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/console/src/**/*.test.{ts,tsx}'],
          exclude: never,
          environment: 'node',
          setupFiles,
          testTimeout,
          hookTimeout: testTimeout,
          expect,
          // Pure code without state of its own: loading it once instead of for each file takes 24 s of a processor
          // instead of 80.
          isolate: false,
        },
      },
      {
        test: {
          name: 'programs',
          include: ['apps/{agent,packager,signer,simulator}/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: never,
          environment: 'node',
          setupFiles,
          testTimeout,
          hookTimeout: testTimeout,
          expect,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: never,
          environment: 'node',
          setupFiles,
          globalSetup: ['apps/server/src/testkit/global-setup.ts'],
          // As above: each of 177 files would load the same server again.
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          expect,
        },
      },
    ],
  },
});
