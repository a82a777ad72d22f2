/** What is chosen in a list: some rows by id, or everything that matches the filters less a few. */
export type Selection =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'allMatching'; except: ReadonlySet<string> };

export type HeadState = 'none' | 'some' | 'all';

export const noSelection: Selection = { kind: 'some', ids: new Set() };
export const allMatching: Selection = { kind: 'allMatching', except: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** Chooses or drops the given rows and leaves the rest as it was, on other pages too. */
export function setSelected(selection: Selection, ids: Iterable<string>, isOn: boolean): Selection {
  const isListed = selection.kind === 'some' ? isOn : !isOn;
  const listed = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  for (const id of ids) {
    if (isListed) listed.add(id);
    else listed.delete(id);
  }
  return selection.kind === 'some' ? { kind: 'some', ids: listed } : { kind: 'allMatching', except: listed };
}

export function toggleSelected(selection: Selection, id: string): Selection {
  return setSelected(selection, [id], !isSelected(selection, id));
}

/** What is left after something was done with `done`: what was chosen meanwhile stays. */
export function leftAfter(selection: Selection, done: Selection): Selection {
  if (done.kind === 'allMatching') return noSelection;
  return selection.kind === 'some' ? setSelected(selection, done.ids, false) : selection;
}

/** Moves the end of a range that began at `anchor` from one row to another; rows it leaves are dropped. */
export function extendSelection(
  selection: Selection,
  pageIds: readonly string[],
  anchor: number,
  from: number,
  to: number,
): Selection {
  const left = pageIds.slice(Math.min(anchor, from), Math.max(anchor, from) + 1);
  const taken = pageIds.slice(Math.min(anchor, to), Math.max(anchor, to) + 1);
  return setSelected(setSelected(selection, left, false), taken, true);
}

export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** The box in the head speaks of the rows in sight, and says "some" when others are chosen elsewhere. */
export function headState(selection: Selection, pageIds: readonly string[], total: number): HeadState {
  const onPage = pageIds.filter((id) => isSelected(selection, id)).length;
  if (onPage > 0 && onPage === pageIds.length) return 'all';
  return onPage > 0 || countSelected(selection, total) > 0 ? 'some' : 'none';
}

/** The key for "all": first the page, and once that is chosen everything that matches. */
export function selectMore(selection: Selection, pageIds: readonly string[], total: number): Selection {
  if (selection.kind === 'allMatching') return allMatching;
  const isPageTaken = pageIds.every((id) => selection.ids.has(id));
  return isPageTaken && total > selection.ids.size ? allMatching : setSelected(selection, pageIds, true);
}
