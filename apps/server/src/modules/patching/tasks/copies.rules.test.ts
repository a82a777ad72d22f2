import { describe, expect, it } from 'vitest';
import { nextCopy } from './copies.rules.ts';

const both = ['machine', 'user'];
const next = (copies: Record<string, string[]>, more: { ended?: string[]; scopes?: string[] } = {}) =>
  nextCopy({
    copies: new Map(Object.entries(copies)),
    toVersion: '3.0',
    scheme: 'generic',
    ended: new Set(more.ended ?? []),
    scopes: new Set(more.scopes ?? both),
  });

describe('whose copy is updated', () => {
  it.each<
    [
      what: string,
      copies: Record<string, string[]>,
      more: { ended?: string[]; scopes?: string[] },
      owner: string | undefined,
    ]
  >([
    ['the machine’s first', { ana: ['1.0'], '': ['1.0'] }, {}, ''],
    ['then a user’s', { ana: ['1.0'], '': ['3.0'] }, {}, 'ana'],
    ['one user after the other', { jonas: ['1.0'], ana: ['1.0'] }, { ended: ['ana'] }, 'jonas'],
    ['none that is new enough', { ana: ['3.0'], '': ['3.1'] }, {}, undefined],
    ['no user’s with a package for the machine', { ana: ['1.0'] }, { scopes: ['machine'] }, undefined],
    ['not the machine’s with a package for users', { '': ['1.0'] }, { scopes: ['user'] }, undefined],
    ['no copy twice', { '': ['1.0'] }, { ended: [''] }, undefined],
    ['a copy whose version nobody can read', { ana: [''] }, {}, 'ana'],
  ])('%s', (_, copies, more, owner) => expect(next(copies, more)).toBe(owner));
});
