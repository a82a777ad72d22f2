import type { Preferences } from '@patchkeep/contract/session';
import { describe, expect, it } from 'vitest';
import { followPreferences } from './follow-preferences.ts';
import { createPreferences } from './preferences.ts';

const setUp = (stored: Record<string, string>, kept: Preferences | null) => {
  const memory = new Map(Object.entries(stored));
  const saved: Preferences[] = [];
  const preferences = createPreferences(
    { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => void memory.set(key, value) },
    () => undefined,
  );
  const stop = followPreferences({
    preferences,
    kept,
    save: async (all) => {
      saved.push(all);
      throw new Error('The server is away');
    },
  });
  return { preferences, saved, memory, stop };
};
const dark: Preferences = { theme: 'dark', isRail: true, hasLetterShortcuts: false };

describe('preferences of a user', () => {
  it('that the server keeps count in every browser, and are not sent back', () => {
    const { preferences, saved, memory } = setUp({ 'patchkeep.theme': 'light' }, dark);
    expect(preferences.store.getState()).toEqual(dark);
    expect([saved, memory.get('patchkeep.theme')]).toEqual([[], 'dark']);
  });

  it('that a browser remembers from before are handed to a server that keeps none', () => {
    expect(setUp({ 'patchkeep.theme': 'hc' }, null).saved).toEqual([
      { theme: 'hc', isRail: false, hasLetterShortcuts: true },
    ]);
    expect(setUp({}, null).saved).toEqual([]);
  });

  it('are saved with every change until the session ends, and a server that is away changes nothing here', () => {
    const { preferences, saved, stop } = setUp({}, dark);
    preferences.setTheme('light');
    stop();
    preferences.setTheme('hc');
    expect(saved).toEqual([{ ...dark, theme: 'light' }]);
    expect(preferences.store.getState().theme).toBe('hc');
  });
});
