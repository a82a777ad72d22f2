import { describe, expect, it } from 'vitest';
import { isId, sameId } from './ids.ts';

const id = '0123abcd-0123-4123-8123-0123456789ab';

describe('identifiers', () => {
  it('are the same whatever their case', () => expect(sameId(id, id.toUpperCase())).toBe(true));
  it('differ when they differ', () => expect(sameId(id, id.replace('0', '1'))).toBe(false));
  it.each(['', 'x', id.slice(1), `${id}0`, id.replaceAll('-', '')])('%j is none and equals nothing', (text) => {
    expect(isId(text)).toBe(false);
    expect(sameId(text, text)).toBe(false);
  });
});
