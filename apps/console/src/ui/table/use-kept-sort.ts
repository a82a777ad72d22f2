import { useState } from 'react';
import { readSort, type Sort } from './column.ts';
import { readLocal, writeLocal } from './local-record.ts';

/** The order of a list: the address says it, else the one this user had last in this browser on this screen. */
export const useKeptSort = (screen: string, user: string, inAddress: Sort | null, columns: readonly string[]) => {
  const key = `sort.${screen}.${user}`;
  const [kept, setKept] = useState(() => readSort(readLocal(key), columns));
  return {
    sort: inAddress ?? kept,
    keep: (sort: Sort) => {
      setKept(sort);
      writeLocal(key, sort);
    },
  };
};
