import type { Preferences } from '@patchkeep/contract/session';
import { useStore } from 'zustand';
import { exceptions, type Notices, notices, preferences, sessionStore } from './client.ts';
import type { Exceptions } from './exceptions.ts';
import type { Session } from './session-store.ts';

export const useSession = <T>(pick: (session: Session) => T): T => useStore(sessionStore.store, pick);
export const useExceptions = <T>(pick: (exceptions: Exceptions) => T): T => useStore(exceptions.store, pick);
export const usePreferences = <T>(pick: (preferences: Preferences) => T): T => useStore(preferences.store, pick);
export const useNotices = <T>(pick: (notices: Notices) => T): T => useStore(notices, pick);
