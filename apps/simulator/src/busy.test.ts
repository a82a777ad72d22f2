import { expect, it } from 'vitest';
import { callWhileBusy } from './busy.ts';

it('calls again while the server says that it is busy, and takes every other answer', async () => {
  const answers = [503, 429, 403, 200];
  let called = 0;
  const call = (): Promise<number> => Promise.resolve(answers[called++] ?? 0);
  expect(await callWhileBusy(call)).toBe(403);
  expect(called).toBe(3);
});
