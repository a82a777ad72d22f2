import { describe, expect, it } from 'vitest';
import { takeAccessToken } from './detached.ts';

const setUp = (search: string, hash = '', stored?: string) => {
  const memory = new Map<string, string>(stored === undefined ? [] : [['patchkeep.access-token', stored]]);
  const addresses: string[] = [];
  const token = takeAccessToken({
    location: { search, hash, pathname: '/' },
    history: { replaceState: (_data, _unused, address) => void addresses.push(address) },
    storage: { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => void memory.set(key, value) },
  });
  return { token, addresses, stored: memory.get('patchkeep.access-token') };
};

describe('the token of a detached dashboard', () => {
  it.each([
    ['?accessToken=abc', '', '/'],
    ['?access-token=abc&x=1', '#/detached/dashboard', '/?x=1#/detached/dashboard'],
    ['', '#/detached/dashboard?heading=Hall&accessToken=abc', '/#/detached/dashboard?heading=Hall'],
  ])('is taken from %s%s and leaves the address', (search, hash, left) => {
    expect(setUp(search, hash)).toEqual({ token: 'abc', addresses: [left], stored: 'abc' });
  });

  it('is else the one the tab was opened with', () => {
    expect(setUp('', '#/x', 'old')).toEqual({ token: 'old', addresses: [], stored: 'old' });
    expect(setUp('').token).toBeUndefined();
  });
});
