import { expect, it } from 'vitest';
import { z } from 'zod';
import { createDrafts, type DraftStorage } from './drafts.ts';

const memory = (): DraftStorage & { kept: Map<string, string> } => {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};
const words = z.array(z.string());

it('is read again by the same user in the same site, and by nobody else', () => {
  const storage = memory();
  let user = 'ana';
  const drafts = createDrafts(storage, () => user);
  drafts.keep('one', 'edits', ['a']);
  expect(drafts.read('one', 'edits', words)).toEqual(['a']);
  expect(drafts.read('two', 'edits', words)).toBeUndefined();
  expect(drafts.read('one', 'others', words)).toBeUndefined();
  user = 'bo';
  expect(drafts.read('one', 'edits', words)).toBeUndefined();
});

it('is nothing where it was written by another console, or cannot be read or written', () => {
  const storage = memory();
  const drafts = createDrafts(storage, () => 'ana');
  drafts.keep('one', 'edits', { other: 'form' });
  expect(drafts.read('one', 'edits', words)).toBeUndefined();
  const broken = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = createDrafts({ ...storage, setItem: broken, getItem: broken }, () => 'ana');
  full.keep('one', 'edits', ['a']);
  expect(full.read('one', 'edits', words)).toBeUndefined();
});

it('is gone when it is removed, and all of them when the user signs out', () => {
  const storage = memory();
  storage.setItem('patchkeep.theme', 'dark');
  const drafts = createDrafts(storage, () => 'ana');
  drafts.keep('one', 'edits', ['a']);
  drafts.keep('one', 'edits', undefined);
  expect(drafts.read('one', 'edits', words)).toBeUndefined();
  drafts.keep('one', 'edits', ['a']);
  drafts.keep('two', 'edits', ['b']);
  drafts.forget();
  expect([...storage.kept.keys()]).toEqual(['patchkeep.theme']);
});
