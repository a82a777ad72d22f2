import { type Preferences, themes } from '@patchkeep/contract/session';
import { createStore, type StoreApi } from 'zustand/vanilla';

export type Theme = Preferences['theme'];
/** `public/prelude.js` reads the same key before the first paint. */
export const themeKey = 'patchkeep.theme';
const railKey = 'patchkeep.rail';
const lettersKey = 'patchkeep.letters';
const beforeContrastKey = 'patchkeep.theme-before-contrast';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const asTheme = (value: string | null): Theme => themes.find((theme) => theme === value) ?? 'system';

export interface PreferenceStore {
  store: StoreApi<Preferences>;
  setTheme(theme: Theme): void;
  /** High contrast on, or back to the theme before it. */
  toggleContrast(): void;
  toggleRail(): void;
  setLetterShortcuts(isOn: boolean): void;
  /** All of them at once, as another browser left them. */
  take(all: Preferences): void;
}

/** What this browser remembers of the person in front of it; no data of a customer, so a logout keeps it. */
export const createPreferences = (memory: Memory, apply: (theme: Theme) => void): PreferenceStore => {
  const store = createStore<Preferences>(() => ({
    theme: asTheme(memory.getItem(themeKey)),
    isRail: memory.getItem(railKey) === 'true',
    hasLetterShortcuts: memory.getItem(lettersKey) !== 'false',
  }));
  const set = (change: Partial<Preferences>) => {
    const all = { ...store.getState(), ...change };
    memory.setItem(themeKey, all.theme);
    memory.setItem(railKey, String(all.isRail));
    memory.setItem(lettersKey, String(all.hasLetterShortcuts));
    apply(all.theme);
    store.setState(all);
  };
  const setTheme = (theme: Theme) => set({ theme });
  return {
    store,
    take: set,
    setTheme,
    toggleContrast: () => {
      const { theme } = store.getState();
      if (theme !== 'hc') memory.setItem(beforeContrastKey, theme);
      const before = asTheme(memory.getItem(beforeContrastKey));
      setTheme(theme === 'hc' ? (before === 'hc' ? 'system' : before) : 'hc');
    },
    toggleRail: () => set({ isRail: !store.getState().isRail }),
    setLetterShortcuts: (hasLetterShortcuts) => set({ hasLetterShortcuts }),
  };
};
