import type { Architecture } from '@patchkeep/contract/variants';
import { describe, expect, it } from 'vitest';
import { type EndedWork, nextCopy } from './copies.rules.ts';

interface Given {
  ended?: EndedWork[];
  scopes?: string[];
}
const ended = (...owners: string[]): EndedWork[] => owners.map((owner) => ({ owner, copies: {} }));
const next = (copies: Record<string, string[]>, { ended: done = [], scopes = ['machine', 'user'] }: Given = {}) =>
  nextCopy({
    copies: new Map(
      Object.entries(copies).map(([owner, versions]) => [
        owner,
        versions.map((version) => ({ version, scope: owner === '' ? ('machine' as const) : ('user' as const) })),
      ]),
    ),
    toVersion: '3.0',
    scheme: 'generic',
    ended: done,
    packages: scopes.map((scope) => ({ scope, copies: {} })),
  });

describe('whose copy is updated', () => {
  it.each<[what: string, copies: Record<string, string[]>, more: Given, owner: string | undefined]>([
    ['the machine’s first', { ana: ['1.0'], '': ['1.0'] }, {}, ''],
    ['then a user’s', { ana: ['1.0'], '': ['3.0'] }, {}, 'ana'],
    ['one user after the other', { jonas: ['1.0'], ana: ['1.0'] }, { ended: ended('ana') }, 'jonas'],
    ['none that is new enough', { ana: ['3.0'], '': ['3.1'] }, {}, undefined],
    ['no user’s with a package for the machine', { ana: ['1.0'] }, { scopes: ['machine'] }, undefined],
    ['not the machine’s with a package for users', { '': ['1.0'] }, { scopes: ['user'] }, undefined],
    ['no copy twice', { '': ['1.0'] }, { ended: ended('') }, undefined],
    ['a copy whose version nobody can read', { ana: [''] }, {}, 'ana'],
  ])('%s', (_, copies, more, owner) => expect(next(copies, more)?.owner).toBe(owner));
});

describe('with which package', () => {
  const old = (architecture: Architecture, version = '1.0') => ({ version, scope: 'machine' as const, architecture });
  const [x86, x64] = (['x86', 'x64'] as const).map((each) => ({
    scope: 'machine',
    copies: { architectures: [each] },
  })) as [{ scope: string; copies: object }, { scope: string; copies: object }];
  const found = (copies: ReturnType<typeof old>[], packages: (typeof x86)[], done: EndedWork[] = []) =>
    nextCopy({ copies: new Map([['', copies]]), toVersion: '3.0', scheme: 'generic', ended: done, packages })?.found;

  it('one of the variant of the old copy, and no other', () => {
    expect(found([old('x86')], [x64, x86])).toBe(x86);
    expect(found([old('x86')], [x64])).toBeUndefined();
    expect(found([old('x86'), old('x64', '3.0')], [x64])).toBeUndefined();
  });

  it('the best first, and then the copy of the other variant', () => {
    const both = [old('x86'), old('x64')];
    expect(found(both, [x64, x86])).toBe(x64);
    expect(found(both, [x64, x86], [{ owner: '', copies: { architectures: ['x64'] } }])).toBe(x86);
    expect(found(both, [x64, x86], [{ owner: '', copies: {} }])).toBeUndefined();
  });
});
