import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { invalidateFor } from './query-client.ts';

/** A screen that shows one number of the server, whose answers come when the test says so. */
const open = () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((value: number) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['counts', 'versions'],
    queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
  });
  const close = observer.subscribe(() => undefined);
  return { queries, answers, shown: () => observer.getCurrentResult().data, close };
};
const counted = { kind: 'report', thing: 'counts' } as const;

describe('a hint of the server', () => {
  it('that comes while the first answer is on its way has it fetched again: the server may have read it before', async () => {
    const screen = open();
    const marked = invalidateFor(screen.queries, counted);
    screen.answers[0]?.(1);
    await expect.poll(() => screen.answers.length).toBe(2);
    screen.answers[1]?.(2);
    await marked;
    expect(screen.shown()).toBe(2);
    screen.close();
  });

  it('has what is shown fetched again, and leaves what it is not about', async () => {
    const screen = open();
    screen.answers[0]?.(1);
    await expect.poll(screen.shown).toBe(1);
    await invalidateFor(screen.queries, { kind: 'report', thing: 'tasks' });
    expect(screen.answers).toHaveLength(1);
    const marked = invalidateFor(screen.queries, counted);
    screen.answers[1]?.(2);
    await marked;
    expect(screen.shown()).toBe(2);
    screen.close();
  });
});
