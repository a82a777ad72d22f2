import type { z } from 'zod';

/** The part of the browser's storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'patchkeep.draft.';

/**
 * What somebody has typed and not saved. It is kept for this tab, by user and site: it outlives a reload and signing in
 * again, and neither another user of the tab nor another site sees it.
 */
export const createDrafts = (storage: DraftStorage, owner: () => string) => {
  const keyOf = (siteUuid: string, name: string) => `${prefix}${owner()}.${siteUuid}.${name}`;
  return {
    /** Storage may be full, forbidden or written by an older console: all read as nothing. */
    read<T>(siteUuid: string, name: string, schema: z.ZodType<T>): T | undefined {
      try {
        return schema.safeParse(JSON.parse(storage.getItem(keyOf(siteUuid, name)) ?? 'null')).data;
      } catch {
        return undefined;
      }
    },
    /** Keeps a draft; undefined removes it. */
    keep(siteUuid: string, name: string, value: unknown): void {
      try {
        if (value === undefined) storage.removeItem(keyOf(siteUuid, name));
        else storage.setItem(keyOf(siteUuid, name), JSON.stringify(value));
      } catch {
        // The draft then lasts as long as the page.
      }
    },
    /** Whoever signs out leaves nothing behind. */
    forget(): void {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key);
    },
  };
};
