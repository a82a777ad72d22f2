import { type KeyboardEvent, useState } from 'react';

interface Place {
  column: number;
  row: number;
}

const moveOf: Record<string, (at: Place, columns: number) => Place> = {
  ArrowLeft: ({ column, row }) => ({ column: column - 1, row }),
  ArrowRight: ({ column, row }) => ({ column: column + 1, row }),
  ArrowUp: ({ column, row }) => ({ column, row: row + 1 }),
  ArrowDown: ({ column, row }) => ({ column, row: row - 1 }),
  Home: ({ row }) => ({ column: 0, row }),
  End: ({ row }, columns) => ({ column: columns - 1, row }),
};

const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);

/**
 * One stop of the Tab key per chart, at its newest part; arrows go on from there, so that thirty days with four
 * parts each are within reach without standing in everybody's way.
 */
export const useChartKeys = (columns: number, rows: number) => {
  const [chosen, setChosen] = useState<Place | null>(null);
  const at: Place = chosen
    ? { column: within(chosen.column, columns), row: within(chosen.row, rows) }
    : { column: columns - 1, row: 0 };
  return {
    /** To be spread on a part. */
    partProps: (column: number, row: number) => ({
      'data-part': `${column} ${row}`,
      tabIndex: at.column === column && at.row === row ? 0 : -1,
      onFocus: () => setChosen({ column, row }),
    }),
    /** To be spread on the drawing that holds the parts. */
    chartProps: {
      onKeyDown: (event: KeyboardEvent<SVGElement>) => {
        const move = moveOf[event.key];
        if (!move) return;
        event.preventDefault();
        const next = move(at, columns);
        const part = `${within(next.column, columns)} ${within(next.row, rows)}`;
        event.currentTarget.querySelector<SVGElement>(`[data-part="${part}"]`)?.focus();
      },
    },
  };
};

export type ChartKeys = ReturnType<typeof useChartKeys>;
