const rules = 'packages/rules/src/deployments';
const verdictTest = `${rules}/goal-verdict.test.ts`;

/** Guards of the rules of deployment jobs. */
export const jobMutants = [
  {
    guard: 'one attempt of a singleshot job',
    file: `${rules}/goal-verdict.ts`,
    without: `lastTask?.state === 'failed' && !job.isMultishot`,
    instead: `lastTask?.state === 'failed' && job.isAwaiting`,
    red: {
      file: verdictTest,
      test: 'a job tries as its type says: once, until achieved, or again whenever it is gone',
    },
  },
  {
    guard: 'the number of hosts that a filter showed, before a job or a restart',
    file: 'apps/server/src/modules/hosts/selection.service.ts',
    without: '  assertAsShown(await countHosts(context.tx, criteria), selection);\n',
    instead: '',
    red: {
      file: 'apps/server/src/modules/hosts/restarts/restarts.test.ts',
      test: 'leaves out hosts that get no work, and takes a filter of the list',
    },
  },
  {
    guard: 'a host that another job or a recall holds',
    file: `${rules}/goal-verdict.ts`,
    without: 'const [hold] = question.holds;',
    instead: 'const [hold] = question.holds.slice(1);',
    red: { file: verdictTest, test: 'work is due exactly for targets less what is achieved, open, spent or held' },
  },
  {
    guard: 'a job that was stopped',
    file: `${rules}/goal-state.ts`,
    without: `if (!isEnabled) return 'stopped';`,
    instead: `if (!isEnabled && pausedCause !== null) return 'stopped';`,
    red: { file: `${rules}/goal-state.test.ts`, test: 'goes only along these ways, whatever its flags' },
  },
  {
    guard: 'backslashes at the end of a quoted argument',
    file: `${rules}/command-line.ts`,
    without: `.replace(/(\\\\+)$/, '$1$1')`,
    instead: '',
    red: { file: `${rules}/command-line.test.ts`, test: 'puts a text with blanks in quotes [DEP-49]' },
  },
  {
    guard: 'quotes in the text of an install option',
    file: `${rules}/options.ts`,
    without: '/[\\p{Cc}"\'`]/u',
    instead: '/\\p{Cc}/u',
    red: {
      file: 'apps/agent/src/capabilities/work/options-as-judged.test.ts',
      test: 'are refused by the server and by the host alike, and become the same argument',
    },
  },
  {
    guard: 'the brake of a job that fails',
    file: 'packages/rules/src/rollouts/health.ts',
    without: 'failed * Math.log(bad / usual)',
    instead: 'failed * Math.log(bad / highestBase)',
    red: {
      file: 'packages/rules/src/rollouts/health.test.ts',
      test: 'halts at 5 failures of 5, 6 of 25, 7 of 100, 15 of 500',
    },
  },
  {
    guard: 'the age of what a second person agreed to',
    file: `${rules}/growth.ts`,
    without: 'agreedAt !== null && now',
    instead: 'agreedAt !== null && joinedCount > fewHosts && now',
    red: { file: `${rules}/growth.test.ts`, test: 'asks a second person again after 90 days, once somebody joins' },
  },
  {
    guard: 'width of a job by all of its targets',
    file: 'apps/server/src/modules/deployments/gated-jobs.service.ts',
    without: '[] : aim.hostNos,',
    instead: '[] : aim.hostNos.slice(0, agentCount),',
    red: {
      file: 'apps/server/src/modules/deployments/jobs.test.ts',
      test: 'is as wide as its targets, also those that get work only once a package comes',
    },
  },
] as const;
