import { useState } from 'react';
import type { Sort } from '../../ui/table/column.ts';
import { readLocal, writeLocal } from '../../ui/table/local-record.ts';
import { useSession } from '../../lib/use-stores.ts';
import { keptSort } from './host-search.ts';

/** The order of the list: the address says it, else the one this user had last in this browser. */
export const useHostSort = (screen: string, inAddress: Sort | null) => {
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const key = `sort.${screen}.${user}`;
  const [kept, setKept] = useState(() => keptSort(readLocal(key)));
  return {
    sort: inAddress ?? kept,
    keep: (sort: Sort) => {
      setKept(sort);
      writeLocal(key, sort);
    },
  };
};
