import { describe, expect, it } from 'vitest';
import { createTypedAhead } from './keys-ahead.ts';

/** Stands for a window: hands each key to whoever listens, and says whether somebody took it. */
const openWindow = () => {
  const listeners = new Set<(event: KeyboardEvent) => void>();
  return {
    addEventListener: (_kind: string, listener: never) => void listeners.add(listener),
    removeEventListener: (_kind: string, listener: never) => void listeners.delete(listener),
    press(key: string, timeStamp = 1, ctrlKey = false) {
      let isTaken = false;
      const event = {
        key,
        timeStamp,
        ctrlKey,
        metaKey: false,
        altKey: false,
        preventDefault: () => (isTaken = true),
        stopImmediatePropagation: () => undefined,
      };
      for (const listener of listeners) listener(event as never);
      return isTaken;
    },
  };
};

describe('keys typed ahead', () => {
  it('reach the field in their order, corrections and Enter included', () => {
    const window = openWindow();
    const ahead = createTypedAhead(window as never);
    ahead.begin(0);
    for (const key of ['v', 'l', 'x', 'Backspace', 'c', 'Shift', 'Enter', 'z']) window.press(key);
    ahead.stop();
    expect(window.press('a')).toBe(false);
    expect(ahead.store.getState()).toEqual({ text: 'vlc', isEntered: true });
    ahead.begin(0);
    expect(ahead.store.getState()).toEqual({ text: '', isEntered: false });
  });

  it('leave other keys, and every key after a while, to the page', () => {
    const window = openWindow();
    const ahead = createTypedAhead(window as never);
    ahead.begin(0);
    expect(window.press('Escape')).toBe(false);
    expect(window.press('k', 1, true)).toBe(false);
    expect(window.press('a')).toBe(true);
    expect(window.press('b', 60_000)).toBe(false);
    expect(window.press('c')).toBe(false);
  });
});
