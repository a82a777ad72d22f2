import { describe, expect, it } from 'vitest';
import { type EventEnvironment, followEvents, type Hint } from './events.ts';

class FakeSource extends EventTarget {
  readyState = 1;
  isClosed = false;
  close() {
    this.isClosed = true;
    this.readyState = 2;
  }
  say(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  fail(isFinal: boolean) {
    if (isFinal) this.readyState = 2;
    this.dispatchEvent(new Event('error'));
  }
}

/** Web Locks as a browser has them: one holder, the others queue. */
const createLocks = () => {
  let tail = Promise.resolve();
  return (lead: () => Promise<void>, signal: AbortSignal) => {
    const run = tail.then(() => (signal.aborted ? undefined : lead()));
    tail = run.catch(() => undefined);
    return run;
  };
};

const runPendingTasks = () => new Promise((resolve) => setTimeout(resolve, 0));

const tab = (whileLeading: EventEnvironment['whileLeading']) => {
  const sources: FakeSource[] = [];
  const hints: Hint[] = [];
  const log = { gaps: 0, waits: [] as number[] };
  const stop = followEvents({
    whileLeading,
    connect: () => {
      const source = new FakeSource();
      sources.push(source);
      return source as never;
    },
    wait: async (ms) => void log.waits.push(ms),
    onHint: (hint) => hints.push(hint),
    onGap: () => void (log.gaps += 1),
  });
  return { sources, hints, log, stop };
};

describe('the hints of the server', () => {
  it('come through one connection per browser; the next tab takes over [SES-25]', async () => {
    const locks = createLocks();
    const [one, two] = [tab(locks), tab(locks)];
    await runPendingTasks();
    expect([one.sources.length, two.sources.length]).toEqual([1, 0]);
    one.sources[0]?.say(JSON.stringify({ thing: 'host', id: '7' }));
    expect(one.hints).toEqual([{ thing: 'host', id: '7' }]);
    one.stop();
    await runPendingTasks();
    expect(one.sources[0]?.isClosed).toBe(true);
    expect(two.sources).toHaveLength(1);
    two.stop();
  });

  it('that make no sense are skipped', async () => {
    const one = tab(createLocks());
    await runPendingTasks();
    one.sources[0]?.say('not json');
    one.sources[0]?.say('{"what":1}');
    expect(one.hints).toEqual([]);
    one.stop();
  });

  it('may be lost before the connection stands and while it is away: the tab is told each time it stands', async () => {
    const one = tab(createLocks());
    await runPendingTasks();
    expect(one.log.gaps).toBe(0);
    one.sources[0]?.dispatchEvent(new Event('open'));
    expect(one.log.gaps).toBe(1);
    one.sources[0]?.fail(false);
    one.sources[0]?.dispatchEvent(new Event('open'));
    expect(one.log.gaps).toBe(2);
    one.stop();
  });

  it('are asked for again after a final answer, with a rest in between', async () => {
    const one = tab(createLocks());
    await runPendingTasks();
    one.sources[0]?.fail(true);
    await runPendingTasks();
    expect(one.sources).toHaveLength(2);
    one.sources[1]?.dispatchEvent(new Event('open'));
    expect(one.log).toEqual({ gaps: 1, waits: [30_000] });
    one.stop();
  });
});
