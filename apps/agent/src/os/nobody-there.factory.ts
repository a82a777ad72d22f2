import type { Desktop } from './desktop.ts';

/** A host nobody works at, for tests that are not about people. */
export const nobodyThere: Desktop = {
  ask: async () => 'nobody',
  isSignedIn: async () => false,
  listOpen: async () => [],
  close: async () => undefined,
};
