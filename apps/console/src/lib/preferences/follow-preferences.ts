import type { Preferences } from '@patchkeep/contract/session';
import type { PreferenceStore } from './preferences.ts';

/** Something else was chosen than what a new browser shows. */
const isChosen = ({ theme, isRail, hasLetterShortcuts }: Preferences): boolean =>
  theme !== 'system' || isRail || !hasLetterShortcuts;

interface PreferenceEnvironment {
  preferences: PreferenceStore;
  /** What the server keeps for the user; null when nothing was chosen yet. */
  kept: Preferences | null;
  save(preferences: Preferences): Promise<unknown>;
}

/**
 * Every browser of a user looks the same: takes over what the server keeps, or hands it what this browser remembered
 * from before, and then saves every change. A save that fails costs nothing here: this browser remembers it.
 */
export const followPreferences = ({ preferences, kept, save }: PreferenceEnvironment): (() => void) => {
  const { store, take } = preferences;
  const keep = (all: Preferences) => void save(all).catch(() => undefined);
  if (kept) take(kept);
  else if (isChosen(store.getState())) keep(store.getState());
  return store.subscribe(keep);
};
