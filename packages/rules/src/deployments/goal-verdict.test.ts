import { goalVerdicts } from '@patchkeep/contract/goal-hosts';
import { describe, expect, it } from 'vitest';
import { Draw } from '../approvals/random-policies.factory.ts';
import type { GoalQuestion, LastTask, Shown } from './goal-facts.ts';
import { at, compare, drawGoalQuestion, now } from './goal-questions.factory.ts';
import { goalState } from './goal-state.ts';
import { goalVerdictOn, retryAt } from './goal-verdict.ts';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

const shown = (...versions: string[]): Shown => ({ versions, isRecognised: null });
const task = (state: LastTask['state'], more: Partial<LastTask> = {}): LastTask => ({
  state,
  changedAt: at(-1),
  readyAt: at(-1),
  awaits: null,
  cause: '',
  failures: state === 'failed' ? 1 : 0,
  ...more,
});
const question = (more: Partial<GoalQuestion> = {}): GoalQuestion => ({
  job: {
    isAwaiting: false,
    isEnabled: true,
    isCompleted: false,
    pausedCause: null,
    isOngoing: false,
    isMultishot: false,
    starts: 'now',
  },
  action: { actionType: 'Install', name: 'Firefox', version: '2', isRemoval: false, isEnabled: true },
  shown: shown(),
  compare,
  lastTask: null,
  via: ['host'],
  standing: { hostState: 'active', targetSince: at(-3), nextInspection: at(1) },
  holds: [],
  lack: null,
  now,
  ...more,
});
type More = Partial<GoalQuestion>;
const job = (more: Partial<GoalQuestion['job']>): More => ({ job: { ...question().job, ...more } });
const action = (more: Partial<GoalQuestion['action']>): More => ({ action: { ...question().action, ...more } });
const standing = (more: Partial<GoalQuestion['standing']>): More => ({
  standing: { ...question().standing, ...more },
});
const remove = action({ actionType: 'Remove', version: null });
const custom = action({ actionType: 'Custom', name: 'ERP', version: null });
const erase = action({ actionType: 'Custom', name: 'ERP', version: null, isRemoval: true });
const found = (isRecognised: boolean): Shown => ({ versions: [], isRecognised });
const kept = job({ isOngoing: true, isMultishot: true });

describe('how far an action is on a host', () => {
  it.each<[string, string, More]>([
    ['achieved', 'the version is there', { shown: shown('2') }],
    ['achieved', 'a newer one is there', { shown: shown('1', '3') }],
    ['achieved', 'any will do', { ...action({ version: null }), shown: shown('x') }],
    ['achieved', 'none is left', { ...remove, shown: shown() }],
    ['achieved', 'custom software is found', { ...custom, shown: found(true) }],
    ['achieved', 'custom work succeeded, and nothing says how to find it', { ...custom, lastTask: task('verified') }],
    ['achieved', 'custom software that shall be gone is not found', { ...erase, shown: found(false) }],
    ['achieved', 'its removal succeeded, and nothing says how to find it', { ...erase, lastTask: task('verified') }],
    ['achieved', 'it is there, whatever failed', { shown: shown('2'), lastTask: task('failed') }],
    ['waits', 'an older one is there', { shown: shown('1') }],
    ['waits', 'one is there that cannot be compared', { shown: shown('x') }],
    ['waits', 'one is left', { ...remove, shown: shown('1') }],
    ['waits', 'custom software is not found', { ...custom, shown: found(false) }],
    ['waits', 'custom software that shall be gone is found', { ...erase, shown: found(true) }],
    ['waits', 'it was never inspected, and its removal was not tried', { ...erase, shown: null }],
    ['running', 'it was fetched', { lastTask: task('lent') }],
    ['running', 'it is done and not proven', { lastTask: task('unverified') }],
    ['running', 'its end is unknown', { lastTask: task('unknown') }],
    [
      'running',
      'what is begun ends, though the job was stopped',
      { ...job({ isEnabled: false }), lastTask: task('lent') },
    ],
    ['spent', 'one attempt failed', { lastTask: task('failed') }],
    ['spent', 'one attempt failed, in an ongoing job', { ...job({ isOngoing: true }), lastTask: task('failed') }],
    ['spent', 'it was done once and is gone', { lastTask: task('verified') }],
    ['spent', 'the same, and the job repeats', { ...job({ isMultishot: true }), lastTask: task('verified') }],
    ['spent', 'custom software was done and is gone', { ...custom, shown: found(false), lastTask: task('verified') }],
    ['waits', 'it is gone, and the job keeps hosts as they shall be', { ...kept, lastTask: task('verified') }],
    ['failed', 'it is tried again tomorrow', { ...kept, lastTask: task('failed', { changedAt: at(-0.5) }) }],
    ['waits', 'the day after has come', { ...kept, lastTask: task('failed', { changedAt: at(-1) }) }],
    ['waits', 'its work was superseded', { lastTask: task('superseded') }],
    ['waits', 'its work was not fetched', { lastTask: task('pending') }],
    ['waits', 'it was not inspected', { ...remove, shown: null }],
    ['waits', 'nobody has signed in', { lastTask: task('pending', { awaits: 'login' }) }],
    ['waits', 'it is dormant', standing({ hostState: 'dormant' })],
    ['waits', 'there is no package', { lack: { kind: 'package', until: null } }],
    ['notApplicable', 'no package runs there', { lack: { kind: 'unfit', until: null } }],
    ['notApplicable', 'the action was taken out', action({ isEnabled: false })],
    ['notApplicable', 'it is no target', { via: [] }],
    ['notApplicable', 'it is in the trash', standing({ hostState: 'trash' })],
    ['held', 'the job was stopped', { ...job({ isEnabled: false }), lastTask: task('pending') }],
    ['held', 'the job holds itself', job({ pausedCause: 'brake' })],
    ['held', 'nobody has agreed', job({ isAwaiting: true })],
    ['held', 'another job disagrees', { holds: [{ kind: 'otherJob', title: 'Winter', since: at(-1) }] }],
    ['held', 'the version was recalled', { holds: [{ kind: 'recalled', version: '2', since: at(-1) }] }],
  ])('%s: %s', (verdict, _why, more) => {
    expect(goalVerdictOn(question(more)).verdict).toBe(verdict);
  });

  it.each<[string, More, Partial<ReturnType<typeof goalVerdictOn>>]>([
    [
      'who is next',
      {},
      { cause: 'The host gets it at its next check-in.', since: at(-3), next: null, isAtCheckIn: true, isDue: true },
    ],
    [
      'that a package is missing, and no check-in brings it',
      { lack: { kind: 'package', until: null } },
      { next: null, isAtCheckIn: false, isDue: false },
    ],
    [
      'that somebody has to sign in, and no check-in brings that',
      { lastTask: task('pending', { awaits: 'login' }) },
      { next: null, isAtCheckIn: false, isDue: false },
    ],
    [
      'the next inspection',
      job({ starts: 'inspection' }),
      { cause: 'The host gets it at its next scheduled inspection.', since: at(-3), next: at(1), isDue: true },
    ],
    [
      'that a missed inspection runs at the next contact',
      { ...job({ starts: 'inspection' }), ...standing({ nextInspection: at(-1) }) },
      { cause: 'The host gets it at its next check-in.', next: null, isDue: true },
    ],
    [
      'the next inspection, also once the work is written',
      { ...job({ starts: 'inspection' }), lastTask: task('pending', { readyAt: at(1) }) },
      { cause: 'The host gets it at its next scheduled inspection.', since: at(-1), next: at(1), isDue: false },
    ],
    [
      'that written work whose inspection was missed comes at the next contact',
      { ...job({ starts: 'inspection' }), lastTask: task('pending') },
      { cause: 'The host gets it at its next check-in.', next: null, isDue: false },
    ],
    [
      'which job holds it',
      { holds: [{ kind: 'otherJob', title: 'Winter', since: at(-2) }] },
      { cause: 'It is held by the job "Winter".', since: at(-2), next: null, isDue: false },
    ],
    [
      'why it failed and when it is tried again',
      { ...kept, lastTask: task('failed', { changedAt: at(-2), cause: 'Exit code 1603.', failures: 3 }) },
      { cause: 'It failed and is tried again: Exit code 1603.', since: at(-2), next: at(2) },
    ],
    [
      'since when it is there',
      { shown: shown('2'), lastTask: task('verified', { changedAt: at(-2) }) },
      { cause: 'Firefox 2 or newer is installed.', since: at(-2) },
    ],
    [
      'until when the budget is used up',
      { lack: { kind: 'budget', until: at(0.04) } },
      { cause: 'The release budget of the site is used up for now.', next: at(0.04), isDue: false },
    ],
    ['that custom software is found', { ...custom, shown: found(true) }, { cause: 'ERP is there.' }],
    ['that it is gone', { ...erase, shown: found(false) }, { cause: 'ERP is not there.' }],
    [
      'that nothing shows custom software',
      { ...custom, lastTask: task('verified', { changedAt: at(-2) }) },
      {
        cause: 'The installation of ERP succeeded, as its installer says. No list of software shows it.',
        since: at(-2),
      },
    ],
    [
      'that approvers have not signed',
      { ...custom, lack: { kind: 'unsigned', until: null } },
      { cause: 'The custom software ERP waits for the signatures of its approvers.', next: null, isDue: false },
    ],
    [
      'that approvers have to sign anew',
      { ...custom, lack: { kind: 'expired', until: null } },
      { cause: 'The custom software ERP must be signed anew: its signatures have expired.', isDue: false },
    ],
    [
      'from when on approvers count',
      { ...custom, lack: { kind: 'approvers', until: at(3) } },
      { cause: 'Those who vouch for ERP count from 2026-11-22 09:00 UTC on.', next: at(3), isDue: false },
    ],
    [
      'that custom software is for another system',
      { ...custom, lack: { kind: 'unfit', until: null } },
      { verdict: 'notApplicable', cause: 'ERP does not run on this host.' },
    ],
  ])('tells %s', (_what, more, told) => {
    expect(goalVerdictOn(question(more))).toMatchObject(told);
  });

  it('tries again after one, two, four and then every eight days', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((failures) => retryAt({ changedAt: now, failures }).getTime());
    expect(days).toEqual([1, 1, 2, 4, 8, 8, 8].map((each) => at(each).getTime()));
  });
});

const openStates: readonly string[] = ['pending', 'lent', 'unverified', 'unknown'];
const isThere = ({ action: { actionType, version, isRemoval }, shown: inventory, lastTask }: GoalQuestion): boolean => {
  const isFound = inventory?.isRecognised ?? null;
  if (actionType === 'Custom') return isFound === null ? lastTask?.state === 'verified' : isFound !== isRemoval;
  if (inventory === null) return false;
  const enough: Record<string, string[]> = { 1: ['1', '2', '3'], 2: ['2', '3'], 3: ['3'], x: ['x'] };
  const copies = inventory.versions;
  if (actionType === 'Remove') return copies.length === 0;
  return version === null ? copies.length > 0 : copies.some((copy) => enough[version]?.includes(copy));
};

/** As the planner is told in words: targets, less what is achieved, open, spent, or held, and nothing is lacking. */
const shallGetWork = (asked: GoalQuestion): boolean => {
  const { job: given, action: about, lastTask, via, standing: host, holds, lack } = asked;
  const isTarget = about.isEnabled && via.length > 0;
  const isOpen = lastTask !== null && openStates.includes(lastTask.state);
  const isRepeating = given.isMultishot && given.isOngoing;
  const hasFailed = lastTask?.state === 'failed' && (!given.isMultishot || retryAt(lastTask) > now);
  const isSpent = hasFailed || (lastTask?.state === 'verified' && !isRepeating);
  const isFree = holds.length === 0 && lack === null && host.hostState === 'active' && asked.shown !== null;
  return isTarget && goalState(given) === 'active' && !isThere(asked) && !isOpen && !isSpent && isFree;
};

describe(`over ${numRuns} random hosts of random jobs`, () => {
  const expectAlways = (look: (asked: GoalQuestion, given: ReturnType<typeof goalVerdictOn>) => void) => {
    for (let seed = 0; seed < numRuns; seed++) {
      const asked = drawGoalQuestion(new Draw(seed));
      try {
        look(asked, goalVerdictOn(asked));
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(asked)}`, { cause: error });
      }
    }
  };

  it('work is due exactly for targets less what is achieved, open, spent or held', () => {
    let due = 0;
    expectAlways((asked, { isDue }) => {
      expect(isDue).toBe(shallGetWork(asked));
      if (isDue) due += 1;
    });
    // Enough of those drawn are hindered by nothing.
    expect(due).toBeGreaterThan(numRuns / 20);
  }, 300_000);

  it('there is one verdict with a cause, and nothing that is to come lies in the past', () => {
    expectAlways((_asked, { verdict, cause, next }) => {
      expect(goalVerdicts).toContain(verdict);
      expect(cause).not.toBe('');
      if (next !== null) expect(next.getTime()).toBeGreaterThan(now.getTime());
    });
  }, 300_000);

  it('what is there is achieved for every target, whatever became of the job or its work', () => {
    expectAlways((asked, { verdict }) => {
      const isTarget = asked.action.isEnabled && asked.via.length > 0 && asked.standing.hostState !== 'trash';
      expect(verdict === 'achieved').toBe(isTarget && isThere(asked));
    });
  }, 300_000);

  it('a job tries as its type says: once, until achieved, or again whenever it is gone', () => {
    expectAlways(({ job: given, lastTask }, { verdict, isDue }) => {
      if (verdict === 'failed') expect(given.isMultishot).toBe(true);
      if (verdict === 'spent') expect(given.isMultishot && given.isOngoing).toBe(false);
      if (isDue && lastTask?.state === 'failed') expect(given.isMultishot).toBe(true);
      if (isDue && lastTask?.state === 'verified') expect(given.isMultishot && given.isOngoing).toBe(true);
    });
  }, 300_000);

  it('what a host began is never held: it ends and is told', () => {
    expectAlways(({ lastTask }, { verdict }) => {
      if (lastTask !== null && ['lent', 'unverified', 'unknown'].includes(lastTask.state))
        expect(['achieved', 'running', 'notApplicable']).toContain(verdict);
    });
  }, 300_000);
});
