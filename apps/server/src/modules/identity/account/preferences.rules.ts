import { type Preferences, preferences } from '@patchkeep/contract/session';

/** What is kept, if this version still understands it; a value of another version counts as none. */
export const readPreferences = (kept: unknown): Preferences | null => preferences.safeParse(kept).data ?? null;
