/** Numbers by id, ids ascending, as many numbers in each row: what is counted, and what was written the last time. */
export interface CountTable {
  ids: Int32Array;
  rows: Int32Array;
  width: number;
}

export const emptyTable = (width: number): CountTable => ({ ids: new Int32Array(), rows: new Int32Array(), width });

/** A table from rows read in any order. */
export const tableOf = (width: number, read: readonly { id: number; numbers: readonly number[] }[]): CountTable => {
  const sorted = read.toSorted((a, b) => a.id - b.id);
  const rows = new Int32Array(sorted.length * width);
  sorted.forEach(({ numbers }, row) => rows.set(numbers, row * width));
  return { ids: Int32Array.from(sorted, ({ id }) => id), rows, width };
};

const isSameRow = (a: CountTable, rowA: number, b: CountTable, rowB: number): boolean => {
  for (let column = 0; column < a.width; column++)
    if (a.rows[rowA * a.width + column] !== b.rows[rowB * b.width + column]) return false;
  return true;
};

export interface TableChange {
  /** Places in the new table of rows that are new or differ. */
  written: number[];
  /** Ids that are no longer there. */
  removed: number[];
}

export const changeOf = (before: CountTable, after: CountTable): TableChange => {
  const written: number[] = [];
  const removed: number[] = [];
  let i = 0;
  let j = 0;
  while (i < before.ids.length || j < after.ids.length) {
    const old = before.ids[i] ?? Infinity;
    const fresh = after.ids[j] ?? Infinity;
    if (old < fresh) {
      removed.push(old);
      i += 1;
    } else {
      if (old > fresh || !isSameRow(before, i, after, j)) written.push(j);
      if (old === fresh) i += 1;
      j += 1;
    }
  }
  return { written, removed };
};
