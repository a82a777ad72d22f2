import { describe, expect, it } from 'vitest';
import { commitNumber, oneOf, partOf } from './choice.ts';

describe('what a commit chooses', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];

  it('is the same each time', () => {
    expect(commitNumber('3ba37bc0ffee')).toBe(commitNumber('3ba37bc0aaaa'));
    expect(oneOf(all, 7)).toBe('c');
  });

  it('leaves nothing out over as many numbers as there are parts', () => {
    const chosen = [0, 1, 2].flatMap((number) => partOf(all, 3, number));
    expect(chosen.toSorted()).toEqual(all);
    expect(new Set(all.map((_, number) => oneOf(all, number))).size).toBe(all.length);
  });
});
