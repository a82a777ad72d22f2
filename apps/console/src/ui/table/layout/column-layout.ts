import type { Column } from '../column.ts';

type AnyColumn = Column<never>;

/** What a user has changed in the columns of a list. */
export interface ColumnLayout {
  hidden: ReadonlySet<string>;
  /** The ids in the chosen order; empty while the list has its own order. */
  order: readonly string[];
  /** In pixels, by id; the others take what is left. */
  widths: Readonly<Record<string, number>>;
}

export const widthLimits = { least: 56, most: 800 } as const;

export const layoutAtFirst = (columns: readonly AnyColumn[]): ColumnLayout => ({
  hidden: new Set(columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ id }) => id)),
  order: [],
  widths: {},
});

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);

const bounded = (width: number): number => Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, width)));

const widthsIn = (value: unknown): Record<string, number> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).flatMap(([id, width]) =>
          typeof width === 'number' && Number.isFinite(width) ? [[id, bounded(width)]] : [],
        ),
      )
    : {};

/** A layout that a browser kept; null where it kept none. An older console kept the hidden columns alone. */
export const readLayout = (record: unknown): ColumnLayout | null => {
  if (Array.isArray(record)) return { hidden: new Set(idsIn(record)), order: [], widths: {} };
  if (typeof record !== 'object' || record === null || !('hidden' in record)) return null;
  const { hidden, order, widths } = record as Record<string, unknown>;
  return { hidden: new Set(idsIn(hidden)), order: idsIn(order), widths: widthsIn(widths) };
};

export const writeLayout = ({ hidden, order, widths }: ColumnLayout) => ({ hidden: [...hidden], order, widths });

/** The columns in the chosen order. One that the order does not know, because it is new, follows the one it is defined after. */
export const inOrder = <C extends AnyColumn>(columns: readonly C[], order: readonly string[]): readonly C[] => {
  if (order.length === 0) return columns;
  const ordered = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  for (const [index, column] of columns.entries()) {
    if (ordered.includes(column)) continue;
    const before = columns[index - 1];
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column);
  }
  return ordered;
};

const isShown = ({ id, isRowHeader }: AnyColumn, hidden: ReadonlySet<string>): boolean =>
  isRowHeader === true || !hidden.has(id);

/** Changes places with the next column in sight on that side; the same layout where there is none. */
export const moveColumn = (
  layout: ColumnLayout,
  columns: readonly AnyColumn[],
  id: string,
  step: -1 | 1,
): ColumnLayout => {
  const ordered = inOrder(columns, layout.order);
  const from = ordered.findIndex((column) => column.id === id);
  let to = from + step;
  for (let next = ordered[to]; next && !isShown(next, layout.hidden); next = ordered[to]) to += step;
  const moved = ordered[from];
  if (!moved || !ordered[to]) return layout;
  return {
    ...layout,
    order: ordered
      .toSpliced(from, 1)
      .toSpliced(to, 0, moved)
      .map((column) => column.id),
  };
};

/** Puts a column before another one, or behind the last; the same layout where it stands there already. */
export const placeColumn = (
  layout: ColumnLayout,
  columns: readonly AnyColumn[],
  id: string,
  before: string | null,
): ColumnLayout => {
  const ordered = inOrder(columns, layout.order).map((column) => column.id);
  const others = ordered.filter((each) => each !== id);
  const to = before === null ? others.length : others.indexOf(before);
  if (to < 0 || others.length === ordered.length) return layout;
  const order = others.toSpliced(to, 0, id);
  return order.join() === ordered.join() ? layout : { ...layout, order };
};

/** A column as it stands on the screen. */
export interface Drawn {
  id: string;
  width: number;
}

/** Sets a width. The columns before it keep theirs from now on, so that the edge a user drags stays at the pointer. */
export const resizeColumn = (
  layout: ColumnLayout,
  drawn: readonly Drawn[],
  id: string,
  width: number,
): ColumnLayout => {
  const at = drawn.findIndex((column) => column.id === id);
  if (at < 0) return layout;
  const before = drawn.slice(0, at).map((column) => [column.id, bounded(column.width)] as const);
  return { ...layout, widths: { ...layout.widths, ...Object.fromEntries(before), [id]: bounded(width) } };
};

/** Below this width a list is on a phone: what was arranged for a wide screen does not hold there. */
const phoneWidth = 560;

/** Whether the status is in sight in the list's own order, is not, or the list is on a phone. */
export type Fit = 'wide' | 'narrow' | 'phone';

/** `taken` is the width of the box to tick. The room is 0 until it was measured. */
export const fitOf = (columns: readonly AnyColumn[], hidden: ReadonlySet<string>, taken: number, room: number): Fit => {
  if (room === 0) return 'wide';
  if (room < phoneWidth) return 'phone';
  const shown = columns.filter((column) => isShown(column, hidden));
  const last = shown.findLastIndex(({ isRowHeader, isStatus }) => isRowHeader || isStatus);
  const needed = shown.slice(0, last + 1).reduce((sum, { width }) => sum + width, taken);
  return needed <= room ? 'wide' : 'narrow';
};

/** The columns in sight, in their order. Where the status would be out of sight, the name, the status and other names come first. */
export const columnsInSight = <C extends AnyColumn>(
  columns: readonly C[],
  { hidden, order }: Pick<ColumnLayout, 'hidden' | 'order'>,
  fit: Fit,
): readonly C[] => {
  const shown = inOrder(columns, order).filter((column) => isShown(column, hidden));
  if (fit === 'wide' || (fit === 'narrow' && order.length > 0)) return shown;
  const rank = ({ isRowHeader, isStatus, isName }: C) => (isRowHeader ? 0 : isStatus ? 1 : isName ? 2 : 3);
  return shown.toSorted((a, b) => rank(a) - rank(b));
};

/** Columns that show something in one of the rows. One without a plain value counts as filled: it holds buttons. */
export const filledColumns = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] => {
  const hasContent = ({ text }: Column<Row>, row: Row) => {
    const value = text?.(row);
    return text === undefined || (value !== null && value !== undefined && value !== '');
  };
  return columns.filter((column) => rows.some((row) => hasContent(column, row))).map(({ id }) => id);
};

/* A head of the system's fonts is a little narrower than this; beside it stand the padding and the arrow of the order. */
const headWidth = ({ header, isSortable }: AnyColumn): number => 8 + header.length * 7 + 24 + (isSortable ? 16 : 0);

/** On a phone the name gives way until the status has its whole width, but not below this. */
const leastName = 96;

export interface Space {
  layout: Pick<ColumnLayout, 'widths'>;
  fit: Fit;
  taken: number;
  room: number;
  /** Columns with content; null until the first rows have come. */
  filled: ReadonlySet<string> | null;
}

/** How wide each of the columns in sight is: what the user set, the head alone where a column is empty, and a share of the spare room, of which names get twice as much. */
export const columnWidths = (columns: readonly AnyColumn[], space: Space): readonly Drawn[] => {
  const { layout, fit, taken, room, filled } = space;
  const statusWidth = columns.find(({ isStatus }) => isStatus)?.width ?? 0;
  const plan = columns.map((column) => {
    const own = fit === 'phone' ? undefined : layout.widths[column.id];
    if (own !== undefined) return { id: column.id, width: own, share: 0 };
    if (filled && !filled.has(column.id) && !column.isRowHeader)
      return { id: column.id, width: Math.min(column.width, headWidth(column)), share: 0 };
    const most = fit === 'phone' && column.isRowHeader ? room - taken - statusWidth : column.width;
    const width = Math.min(column.width, Math.max(leastName, most));
    // A name that is not wrapped is read quicker.
    return { id: column.id, width, share: column.isRowHeader || column.isName ? 2 * width : width };
  });
  const spare = room - taken - plan.reduce((sum, { width }) => sum + width, 0);
  const shares = plan.reduce((sum, { share }) => sum + share, 0);
  return plan.map(({ id, width, share }, index) => {
    if (spare <= 0) return { id, width };
    // Somebody has set them all: the last one takes the rest.
    if (shares === 0) return { id, width: index === plan.length - 1 ? width + spare : width };
    return { id, width: width + (spare * share) / shares };
  });
};
