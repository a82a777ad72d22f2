import { describe, expect, it } from 'vitest';
import { idOf, isCanonicalId, isId } from './ids.ts';

const id = '0123abcd-0123-4123-8123-0123456789ab';

describe('identifiers', () => {
  it('are known in either case', () => expect([isId(id), isId(id.toUpperCase())]).toEqual([true, true]));
  it('are the same in either case: both have one spelling, the lower one', () => {
    expect([idOf(id), idOf(id.toUpperCase()), isCanonicalId(id), isCanonicalId(id.toUpperCase())]).toEqual([
      id,
      id,
      true,
      false,
    ]);
  });
  it.each(['', 'x', id.slice(1), `${id}0`, id.replaceAll('-', '')])('%j is none', (text) => {
    expect(isId(text)).toBe(false);
  });
});
