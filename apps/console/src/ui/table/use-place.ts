import { constants } from '@patchkeep/contract/constants';
import { useState } from 'react';
import type { PageInfo } from './pager.tsx';

/**
 * Where one stands in a list that goes by cursor, a page at a time. The place belongs to one filter and order, which
 * `list` names; another begins at the top.
 */
export const usePlace = (list: string) => {
  const [place, setPlace] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = place.list === list ? place.cursors : [];
  return {
    cursor: cursors.at(-1),
    /** `isOld`: the rows in sight are those of the page before. */
    page: (next: string | null | undefined, isOld: boolean): PageInfo => ({
      from: cursors.length * constants.pageSize + 1,
      onNext: typeof next === 'string' && !isOld ? () => setPlace({ list, cursors: [...cursors, next] }) : undefined,
      onPrevious: cursors.length > 0 ? () => setPlace({ list, cursors: cursors.slice(0, -1) }) : undefined,
    }),
  };
};
