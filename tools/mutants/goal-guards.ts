const deployments = 'apps/server/src/modules/deployments';
const jobs = `${deployments}/jobs.test.ts`;
const model = {
  file: `${deployments}/job-model.test.ts`,
  test: 'goals equal a small model of jobs, whatever people, hosts and time do',
};

/** Guards of the engine of deployment jobs. */
export const goalMutants = [
  {
    guard: 'a job that somebody else edited meanwhile',
    file: `${deployments}/edit-goal.service.ts`,
    without: 'row.serial_number !== edit.serialNumber',
    instead: 'row.serial_number < edit.serialNumber',
    red: {
      file: jobs,
      test: 'is refused on a job that somebody else changed meanwhile, and without any action or target',
    },
  },
  {
    guard: 'work of a stopped job is taken back',
    file: `${deployments}/edit-goal.service.ts`,
    without: 'if (isHeldNow && !wasHeld) await',
    instead: 'if (isHeldNow && wasHeld) await',
    red: { file: jobs, test: 'is stopped and goes on: pending work is taken back, begun work ends [DEP-42]' },
  },
  {
    guard: 'work of hosts that leave an ongoing job',
    file: `${deployments}/look.service.ts`,
    without: 'if (left.length > 0) {',
    instead: 'if (left.length > row.host_nos.length) {',
    red: {
      file: jobs,
      test: 'says whether who joins later counts too, and an ongoing one never completes by itself',
    },
  },
  {
    guard: 'the brake of a job that is at work',
    file: `${deployments}/look.service.ts`,
    without: 'pressure >= haltPressure ?',
    instead: 'pressure >= haltPressure * 1_000 ?',
    red: { file: jobs, test: 'holds itself when too much fails, until somebody has it go on' },
  },
  {
    guard: 'hosts that join beyond what was agreed',
    file: `${deployments}/look.service.ts`,
    without: 'isHeld ? union(row.held_nos, joined) : row.held_nos',
    instead: 'row.held_nos',
    red: { file: jobs, test: 'asks when too many hosts join, and those who were agreed to go on' },
  },
  {
    guard: 'a job that another goes before',
    file: `${deployments}/rivals.rules.ts`,
    without: 'disagree(action, other) && goesBefore(other, goal)',
    instead: 'disagree(action, other) && goesBefore(goal, other)',
    red: { file: jobs, test: 'gives way to a job that goes before it' },
  },
  {
    guard: 'one action for each application of a job',
    file: `${deployments}/impact.service.ts`,
    without: 'new Set(channelTags).size !== channelTags.length',
    instead: 'new Set(channelTags).size > channelTags.length',
    red: { file: jobs, test: 'refuses two actions about one application' },
  },
  {
    guard: 'targets of a job that is not ongoing',
    file: `${deployments}/look.service.ts`,
    without: 'if (!row.is_ongoing) return { targets: goal.targets, change: {} };',
    instead: '',
    red: {
      file: jobs,
      test: 'says whether who joins later counts too, and an ongoing one never completes by itself',
    },
  },
  {
    guard: 'a look at all hosts of a job when something may have come due',
    file: `${deployments}/look.service.ts`,
    without: 'now.getTime() - row.look_began_at.getTime() >= longestRestMs',
    instead: 'now < row.look_began_at',
    red: model,
  },
] as const;
