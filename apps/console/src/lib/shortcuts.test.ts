import { pages } from '@patchkeep/rules/pages';
import { describe, expect, it } from 'vitest';
import { createShortcutReader, goTo, pageKeys } from './shortcuts.ts';

const press = (key: string, more: Partial<Parameters<ReturnType<typeof createShortcutReader>>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTyping: false,
  time: 0,
  ...more,
});

describe('the shortcuts of the shell', () => {
  it('go to a page by g and a letter', () => {
    const read = createShortcutReader(() => true);
    for (const [letter, path] of Object.entries(goTo)) {
      expect(read(press('g'))).toBeUndefined();
      expect(read(press(letter))).toEqual({ kind: 'go', path });
      expect(Object.hasOwn(pages, path)).toBe(true);
    }
  });
  it('press what a page offers, unless they end a sequence', () => {
    const read = createShortcutReader(() => true);
    for (const key of Object.keys(pageKeys)) expect(read(press(key))).toEqual({ kind: 'press', key });
    read(press('g'));
    expect(read(press('f'))).toBeUndefined();
    expect(read(press('/', { isTyping: true }))).toBeUndefined();
    expect(createShortcutReader(() => false)(press('f'))).toBeUndefined();
  });
  it('forget the g after a while, and after another key', () => {
    const read = createShortcutReader(() => true);
    read(press('g'));
    expect(read(press('h', { time: 1_501 }))).toBeUndefined();
    read(press('g'));
    read(press('x'));
    expect(read(press('h'))).toBeUndefined();
  });
  it('open the palette with Ctrl or Cmd and K, also from a field', () => {
    const read = createShortcutReader(() => true);
    expect(read(press('k', { ctrlKey: true, isTyping: true }))).toEqual({ kind: 'palette' });
    expect(read(press('K', { metaKey: true }))).toEqual({ kind: 'palette' });
    expect(read(press('k', { ctrlKey: true, altKey: true }))).toBeUndefined();
  });
  it('leave letters to fields, and to people who switched them off', () => {
    expect(createShortcutReader(() => true)(press('?', { isTyping: true }))).toBeUndefined();
    expect(createShortcutReader(() => false)(press('?'))).toBeUndefined();
    expect(createShortcutReader(() => true)(press('?'))).toEqual({ kind: 'help' });
  });
});
