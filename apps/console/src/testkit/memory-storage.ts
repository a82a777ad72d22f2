import type { DraftStorage } from '../lib/drafts.ts';

/** The browser's storage for one test, and what is in it. */
export const memoryStorage = (): DraftStorage & { kept: Map<string, string> } => {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};
