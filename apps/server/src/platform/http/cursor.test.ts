import { describe, expect, it } from 'vitest';
import { cutPage, endsAtId, endsAtTime, pageOf, readCursor, writeCursor } from './cursor.ts';

const id = '018f4e0a-1c2b-7d3e-8f4a-5b6c7d8e9f00';

describe('a cursor', () => {
  it('is read as it was written, whatever signs are in it', () => {
    const end = { value: 'Ä "quoted" \\ 日本', id };
    expect(readCursor(writeCursor(end), endsAtId)).toEqual(end);
    expect(readCursor(undefined)).toBeUndefined();
  });

  it('that we did not write is refused, also one that is too long or does not fit its list', () => {
    const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of ['', 'x', '%', json({}), json(null), json(['only one']), json([1, 2]), json(['a', 'b', 'c'])])
      expect(() => readCursor(cursor)).toThrow('The cursor does not fit');
    expect(() => readCursor(json(['x'.repeat(400), id]))).toThrow('The cursor does not fit');
    expect(() => readCursor(json(['', 'no id']), endsAtId)).toThrow('The cursor does not fit');
    expect(() => readCursor(json(['yesterday', id]), endsAtTime)).toThrow('The cursor does not fit');
  });

  it('leads through a list to its end', () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    const first = pageOf(all, { limit: 2 }, String);
    const second = pageOf(all, { limit: 2, cursor: first.nextCursor ?? '' }, String);
    const third = pageOf(all, { limit: 2, cursor: second.nextCursor ?? '' }, String);
    expect([first.shown, second.shown, third.shown]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(third.nextCursor).toBeNull();
    expect(cutPage([], 2, String as never)).toEqual({ shown: [], nextCursor: null });
  });
});
