import { describe, expect, it } from 'vitest';
import { createPreferences, type Theme } from './preferences.ts';

const setUp = (stored: Record<string, string> = {}) => {
  const memory = new Map(Object.entries(stored));
  const applied: Theme[] = [];
  const preferences = createPreferences(
    { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => void memory.set(key, value) },
    (theme) => applied.push(theme),
  );
  return { preferences, memory, applied, state: preferences.store.getState };
};

describe('preferences', () => {
  it('start with the theme of the system, an open panel and letter shortcuts', () => {
    expect(setUp({ 'patchkeep.theme': 'sepia' }).state()).toEqual({
      theme: 'system',
      isRail: false,
      hasLetterShortcuts: true,
    });
  });

  it.each(['system', 'light', 'dark'] as const)('go from %s to high contrast and back [SHELL-32]', (theme) => {
    const { preferences, state, applied, memory } = setUp({ 'patchkeep.theme': theme });
    preferences.toggleContrast();
    expect(state().theme).toBe('hc');
    expect(memory.get('patchkeep.theme')).toBe('hc');
    preferences.toggleContrast();
    expect(applied).toEqual(['hc', theme]);
  });

  it('leave high contrast for the system when nothing else was chosen before', () => {
    const { preferences, state } = setUp({ 'patchkeep.theme': 'hc' });
    preferences.toggleContrast();
    expect(state().theme).toBe('system');
  });

  it('are remembered', () => {
    const { preferences, memory } = setUp();
    preferences.toggleRail();
    preferences.setLetterShortcuts(false);
    expect([memory.get('patchkeep.rail'), memory.get('patchkeep.letters')]).toEqual(['true', 'false']);
  });
});
