import { expect, test } from 'vitest';
import { keepOrder, neighboursOf } from './host-order.ts';

const storage = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
};

test('a host has the neighbours it had in the list', () => {
  const kept = storage();
  keepOrder(['a', 'b', 'c'], kept);
  expect(neighboursOf('a', kept)).toEqual({ next: 'b' });
  expect(neighboursOf('b', kept)).toEqual({ previous: 'a', next: 'c' });
  expect(neighboursOf('c', kept)).toEqual({ previous: 'b' });
});

test('a host that came from elsewhere has none, whatever is kept', () => {
  const kept = storage();
  expect(neighboursOf('a', kept)).toEqual({});
  keepOrder(['b'], kept);
  expect(neighboursOf('a', kept)).toEqual({});
  for (const broken of ['{', 'null', '7', '[1,"a",{}]']) {
    kept.setItem('patchkeep.hostOrder', broken);
    expect(neighboursOf('a', kept)).toEqual({});
  }
});
