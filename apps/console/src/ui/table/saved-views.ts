/** Address parameters of a list, by their names. */
export type Parameters = Readonly<Record<string, unknown>>;

/** What a view says of the columns. Without an order the columns stay in the order they have. */
export interface ViewColumns {
  hidden: readonly string[];
  order?: readonly string[];
}

/** A list as somebody wants to see it. */
export interface ListView extends ViewColumns {
  id: string;
  name: string;
  search: Parameters;
  /** Why it does not show what it says: "Its group no longer exists". */
  note?: string | undefined;
  /** Who shared it; absent for views that come with the product and for one's own. */
  sharedBy?: string;
}

const isOrder = (parameter: string) => parameter === 'sort' || parameter === 'order';

const textOf = (search: Parameters, isCompared: (parameter: string) => boolean): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([parameter, value]) => value !== undefined && isCompared(parameter))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Whether two addresses of a list narrow it alike, in whatever order its rows stand. */
export const narrowsAlike = (a: Parameters, b: Parameters): boolean => {
  const isCompared = (parameter: string) => !isOrder(parameter);
  return textOf(a, isCompared) === textOf(b, isCompared);
};

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

/** Whether the list differs from a view somebody saved. A view that names no order of rows or columns leaves them open. */
export const isViewChanged = (view: ListView, search: Parameters, columns: Required<ViewColumns>): boolean => {
  const { hidden, order = [] } = view;
  if (!narrowsAlike(view.search, search) || !isSameSet(hidden, columns.hidden)) return true;
  if (view.search['sort'] !== undefined && textOf(view.search, isOrder) !== textOf(search, isOrder)) return true;
  return order.length > 0 && order.join() !== columns.order.join();
};
