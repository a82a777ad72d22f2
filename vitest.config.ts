import { defineConfig } from 'vitest/config';

// Recorded broken examples hold files named like tests; only the guards look at them.
const never = ['**/node_modules/**', '**/dist/**', 'tools/broken/**'];

const setupFiles = ['tools/test-seed.ts'];

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/test.json' },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/{agent,signer,simulator}/src/**/*.test.ts',
            'apps/console/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: never,
          environment: 'node',
          setupFiles,
          // Some try every byte of a file; a busy machine needs its time for that.
          testTimeout: 30_000,
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
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
