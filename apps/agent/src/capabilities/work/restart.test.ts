import { randomUUID } from 'node:crypto';
import type { Order } from '@patchkeep/orders/statements';
import { describe, expect, it } from 'vitest';
import type { Answer, Question } from '../../os/desktop.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Os } from '../../os/os.ts';
import { restart } from './restart.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const at = (seconds: number): string => new Date(now + seconds * 1_000).toISOString();
const { signal } = new AbortController();

/** A host whose person gives this answer after so many seconds. */
const meet = async (options: Record<string, string>, answer: Answer, afterSeconds = 30, exitCode = 0) => {
  let clock = now;
  const questions: Question[] = [];
  const restarts: [number, string][] = [];
  const os = {
    desktop: {
      ...nobodyThere,
      ask: async (question: Question) => {
        questions.push(question);
        clock += afterSeconds * 1_000;
        return answer;
      },
    },
    restart: async (delay: number, message: string) => {
      restarts.push([delay, message]);
      return exitCode;
    },
  } as Pick<Os, 'desktop' | 'restart'> as Os;
  const id = randomUUID();
  const order: Order = {
    site: id,
    agent: id,
    task: id,
    kind: 'restart',
    statementHash: null,
    options,
    kbs: [],
    attempt: 1,
    sequence: 1,
    incarnation: 1,
    notBefore: now,
    expires: now + 3_600_000,
  };
  const outcome = await restart(order, os, () => clock, signal);
  return { questions, restarts, outcome };
};
const inAnHour = {
  title: 'Restart required',
  message: 'Please save your work.',
  delaySeconds: '90',
  snoozeSeconds: '600',
  forceAt: String(now + 3_600_000),
};

describe('a restart that is due', () => {
  it('is asked about in the words of its settings, for ten minutes at most', async () => {
    const { questions } = await meet(inAnHour, 'none');
    expect(questions).toEqual([
      {
        title: 'Restart required',
        message: 'Please save your work.\n\nThis computer restarts by itself in 1 hour.',
        yes: 'Restart now',
        later: 'Later (10 minutes)',
        seconds: 600,
      },
    ]);
    const soon = await meet({ ...inAnHour, snoozeSeconds: '0', forceAt: String(now + 120_000) }, 'none');
    expect(soon.questions).toMatchObject([{ later: undefined, seconds: 120 }]);
  });

  it('happens after its countdown when people say so', async () => {
    const { restarts, outcome } = await meet(inAnHour, 'yes');
    expect(restarts).toEqual([[90, 'Restart required: Please save your work.']]);
    expect(outcome).toMatchObject({ result: 'tentative', pkgResult: 'SuccessPendingReboot', shownAt: at(0) });
  });

  it('is put off by "Later", from when that was said', async () => {
    const { restarts, outcome } = await meet(inAnHour, 'later');
    expect(restarts).toEqual([]);
    expect(outcome).toMatchObject({ result: 'pending', shownAt: at(0), snoozedAt: at(30) });
  });

  it('waits when nobody answers, and when nobody is there', async () => {
    const silent = await meet(inAnHour, 'none', 600);
    expect(silent.outcome).toMatchObject({ result: 'pending', shownAt: at(0) });
    expect(silent.outcome.snoozedAt).toBeUndefined();
    const empty = await meet(inAnHour, 'nobody', 0);
    expect(empty.outcome).toMatchObject({ result: 'pending' });
    expect(empty.outcome.shownAt).toBeUndefined();
    expect([silent.restarts, empty.restarts]).toEqual([[], []]);
  });

  it('happens at the force time, asked or not', async () => {
    const last = await meet({ ...inAnHour, forceAt: String(now + 120_000) }, 'none', 120);
    expect(last.restarts).toHaveLength(1);
    expect(last.outcome).toMatchObject({ result: 'tentative', shownAt: at(0) });
    const forced = await meet({ ...inAnHour, forceAt: String(now) }, 'later');
    expect([forced.questions, forced.restarts.length, forced.outcome.result]).toEqual([[], 1, 'tentative']);
    expect((await meet({ delaySeconds: '5' }, 'later')).restarts).toEqual([[5, '']]);
  });

  it('that the system refuses is tried again', async () => {
    expect((await meet(inAnHour, 'yes', 1, 5)).outcome).toMatchObject({ result: 'failed', pkgResult: 'Busy' });
  });
});
