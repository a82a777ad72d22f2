const deployments = 'apps/server/src/modules/deployments';
const jobs = `${deployments}/jobs.test.ts`;
const choices = `${deployments}/job-choices.test.ts`;
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
    red: {
      file: jobs,
      test: 'refuses two actions about one application, and to be left without any action or target [ERR-27]',
    },
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
  {
    guard: 'a job that an edit would leave without targets',
    file: `${deployments}/edit-goal.service.ts`,
    without: 'if (countOf(named) === 0 && places.length === 0)',
    instead: 'if (countOf(named) < 0)',
    red: {
      file: jobs,
      test: 'refuses two actions about one application, and to be left without any action or target [ERR-27]',
    },
  },
  {
    guard: 'choices that somebody else saved meanwhile',
    file: `${deployments}/job-configs.service.ts`,
    without: 'if (!isSame || !(await saveChoices',
    instead: 'if (!(await saveChoices',
    red: { file: choices, test: 'are not saved over those of somebody else' },
  },
  {
    guard: 'an action that is not configured',
    file: `${deployments}/action-choices.service.ts`,
    without: 'if (missing.length > 0) throw',
    instead: 'if (missing.length < 0) throw',
    red: { file: choices, test: 'has to be complete: unconfigured software is not deployed [DEP-23] [DEP-45]' },
  },
  {
    guard: 'choices that could become other arguments',
    file: `${deployments}/action-choices.service.ts`,
    without: 'if (problem) throw invalidAction(problem.text, { at: problem.at });',
    instead: '',
    red: { file: choices, test: 'has to be right, and something that a package takes' },
  },
  {
    guard: 'a package that was not vouched for to be told so',
    file: 'apps/server/src/modules/patching/planning/goal-tasks.service.ts',
    without: 'return allowed !== undefined && (',
    instead: 'return allowed === undefined || (',
    red: { file: choices, test: 'has to be right, and something that a package takes' },
  },
  {
    guard: 'choices of a job that the catalogue asks for otherwise by now',
    file: `${deployments}/verdicts.service.ts`,
    without: "if (told === undefined) return lacks('settings');",
    instead: '',
    red: { file: choices, test: 'that the catalogue no longer asks for so keeps hosts waiting, and says why' },
  },
  {
    guard: 'host targets of a filter alone',
    file: `${deployments}/host-targets.service.ts`,
    without: 'hostNo > begin && wanted.every((hosts) => hosts.has(hostNo))',
    instead: 'hostNo > begin',
    red: {
      file: `${deployments}/host-targets.test.ts`,
      test: 'are narrowed by job, application, state, host, group and tag',
    },
  },
] as const;
