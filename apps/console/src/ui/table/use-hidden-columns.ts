import { useState } from 'react';
import type { Column } from './column.ts';
import { readLocal, writeLocal } from './local-record.ts';

const keyOf = (screen: string) => `columns.${screen}`;

function atFirst(columns: readonly Column<never>[]): ReadonlySet<string> {
  return new Set(columns.filter((column) => column.isHiddenAtFirst).map(({ id }) => id));
}

function kept(screen: string): ReadonlySet<string> | undefined {
  const record = readLocal(keyOf(screen));
  return Array.isArray(record) ? new Set(record.filter((id) => typeof id === 'string')) : undefined;
}

export interface HiddenColumns {
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
  reset: () => void;
}

/** Which columns of a screen the user has put away, kept in this browser. Hidden ones are kept, so new columns appear. */
export function useHiddenColumns(screen: string, columns: readonly Column<never>[]): HiddenColumns {
  const [hidden, setState] = useState(() => kept(screen) ?? atFirst(columns));
  const setHidden = (next: ReadonlySet<string>) => {
    setState(next);
    writeLocal(keyOf(screen), [...next]);
  };
  return { hidden, setHidden, reset: () => setHidden(atFirst(columns)) };
}
