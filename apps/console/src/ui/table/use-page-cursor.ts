import { constants } from '@patchkeep/contract/constants';
import { useState } from 'react';
import type { PageInfo } from './pager.tsx';

/** A page of a list that is here as a whole, by the place of its first row. */
export const localPage = (from: number, onFrom: (from: number) => void, total: number, size: number): PageInfo => ({
  from,
  onNext: from + size <= total ? () => onFrom(from + size) : undefined,
  onPrevious: from > 1 ? () => onFrom(from - size) : undefined,
});

/**
 * The page that is shown of a list with cursors, and the ways to the next and the previous page. `list` names the
 * filter and the order; when it changes, the first page is shown.
 */
export const usePageCursor = (list: string) => {
  const [shown, setShown] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = shown.list === list ? shown.cursors : [];
  return {
    cursor: cursors.at(-1),
    /** `isOld`: the rows in sight are those of the page before. */
    page: (next: string | null | undefined, isOld: boolean): PageInfo => ({
      from: cursors.length * constants.pageSize + 1,
      onNext: typeof next === 'string' && !isOld ? () => setShown({ list, cursors: [...cursors, next] }) : undefined,
      onPrevious: cursors.length > 0 ? () => setShown({ list, cursors: cursors.slice(0, -1) }) : undefined,
    }),
  };
};
