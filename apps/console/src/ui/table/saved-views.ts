import { z } from 'zod';
import { readLocal, writeLocal } from './local-record.ts';

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** As formatFilters writes them. */
  filters: z.string(),
  sort: z.object({ column: z.string(), direction: z.enum(['ascending', 'descending']) }).nullable(),
  hidden: z.array(z.string()),
});
export type SavedView = z.infer<typeof savedView>;

/** Where the views of a screen are kept. Answers are promised, so that a server can take over without a new shape. */
export interface SavedViewStore {
  list: (screen: string) => Promise<readonly SavedView[]>;
  save: (screen: string, view: SavedView) => Promise<void>;
  remove: (screen: string, id: string) => Promise<void>;
}

const keyOf = (screen: string) => `views.${screen}`;

function read(screen: string): SavedView[] {
  const parsed = z.array(savedView).safeParse(readLocal(keyOf(screen)));
  return parsed.success ? parsed.data : [];
}

/** This browser only, until the server keeps views. */
export const localSavedViews: SavedViewStore = {
  list: (screen) => Promise.resolve(read(screen)),
  save: (screen, view) => {
    writeLocal(keyOf(screen), [...read(screen).filter(({ id }) => id !== view.id), view]);
    return Promise.resolve();
  },
  remove: (screen, id) => {
    writeLocal(
      keyOf(screen),
      read(screen).filter((view) => view.id !== id),
    );
    return Promise.resolve();
  },
};
