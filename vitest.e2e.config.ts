import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['e2e/**/*.e2e.ts'],
    environment: 'node',
    setupFiles: ['tools/test-seed.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    // Three stacks at a time on two cores: with two of them, the cores idled for an eighth of the time. Agents must be
    // built before (`npm run build:agent`), or two journeys build them in the same place.
    maxWorkers: 3,
    // For what hangs: what takes half a minute alone took four minutes on a machine that was held back.
    testTimeout: 1_500_000,
    hookTimeout: 600_000,
    // What a screen shows comes in its time: every look at one is a poll.
    expect: { poll: { timeout: 90_000, interval: 50 } },
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/e2e.json' },
  },
});
