import { expect, it } from 'vitest';
import { z } from 'zod';
import { memoryStorage } from '../testkit/memory-storage.ts';
import { createDrafts } from './drafts.ts';

const words = z.array(z.string());

it('is read again by the same user in the same site, and by nobody else', () => {
  const storage = memoryStorage();
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
  const storage = memoryStorage();
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
  const storage = memoryStorage();
  storage.setItem('patchkeep.theme', 'dark');
  const drafts = createDrafts(storage, () => 'ana');
  drafts.keep('one', 'edits', ['a']);
  drafts.keep('one', 'edits', undefined);
  expect(drafts.read('one', 'edits', words)).toBeUndefined();
  drafts.keep('one', 'edits', ['a']);
  drafts.keep('two', 'edits', ['b']);
  drafts.forget('one');
  expect(drafts.read('one', 'edits', words)).toBeUndefined();
  expect(drafts.read('two', 'edits', words)).toEqual(['b']);
  drafts.forget();
  expect([...storage.kept.keys()]).toEqual(['patchkeep.theme']);
});
