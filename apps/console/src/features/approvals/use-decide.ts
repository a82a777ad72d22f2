import type { ApprovalFilter, ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { countSelected, isSelected, type Selection } from '../../ui/table/selection.ts';
import type { MatrixRow } from './approval-columns.tsx';
import type { Place } from './approval-place.ts';
import type { OpenLayer } from './matrix-layers.tsx';
import { editKey, editOf, editsMax, isNoChange, subjectOf } from './pending.ts';
import { pending } from './pending-store.ts';
import { needsSettings } from './settings-needed.ts';
import type { useApprovalActs } from './use-approval-acts.ts';

interface DecideOptions {
  place: Place;
  kind: ApprovalKind;
  siteUuid: string;
  filter: ApprovalFilter;
  total: number;
  rows: readonly MatrixRow[] | undefined;
  selection: Selection;
  acts: ReturnType<typeof useApprovalActs>;
  setLayer: (layer: OpenLayer | null) => void;
}

/** What an act on a row or on the ticked rows becomes: pending edits, a preview, or a question first. */
export const useDecide = (options: DecideOptions) => {
  const { place, kind, siteUuid, filter, total, rows, selection, acts, setLayer } = options;
  // Rows of other pages may be ticked too.
  const known = useRef(new Map<string, MatrixRow>());
  useEffect(() => {
    for (const row of rows ?? []) known.current.set(editKey(place, kind, subjectOf(row)), row);
  }, [rows, place, kind]);

  const collect = (chosen: readonly MatrixRow[], type: ApprovalType, version: string | null) => {
    // A site that the tab is not on has no pending set: what is asked for there is looked at and done at once.
    if (place.siteUuid !== undefined) {
      const listed = chosen.map((row) => ({ subject: subjectOf(row), serialNumber: row.serialNumber, version }));
      acts.begin({ what: 'rows', place, kind, type, rows: listed, names: chosen.map(({ name }) => name) });
      return;
    }
    const changed = chosen.filter((row) => !isNoChange(row, type, version));
    const dropped = chosen.filter((row) => isNoChange(row, type, version));
    if (changed.length === 0 && dropped.every(({ edit }) => edit === undefined))
      notify({ tone: 'info', text: chosen.length === 1 ? `${chosen[0]?.name} is already so.` : 'All are already so.' });
    pending.add(
      siteUuid,
      changed.map((row) => editOf(place, row, type, version)),
      new Set(dropped.map((row) => editKey(place, kind, subjectOf(row)))),
    );
  };

  const decide = (chosen: readonly MatrixRow[], type: ApprovalType, version: string | null = null) => {
    const isGoing = type === 'approve' || type === 'automate';
    const unset = place.level === 'tag' || !isGoing ? undefined : chosen.find(needsSettings);
    if (unset) return setLayer({ what: 'settings', subject: subjectOf(unset) });
    const unfinished = type === 'automate' ? chosen.filter(({ isWorkInProgress }) => isWorkInProgress) : [];
    if (unfinished.length > 0) return setLayer({ what: 'workInProgress', rows: chosen });
    return collect(chosen, type, version);
  };

  const onSelection = (type: ApprovalType) => {
    if (selection.kind === 'allMatching') {
      const except = [...selection.except];
      const expectedCount = countSelected(selection, total);
      acts.begin({ what: 'matching', place, kind, type, filter, except, expectedCount });
      return;
    }
    const chosen = [...selection.ids].flatMap((subject) => known.current.get(editKey(place, kind, subject)) ?? []);
    if (chosen.length > editsMax) notify({ tone: 'warning', text: `At most ${formatNumber(editsMax)} at once.` });
    else decide(chosen, type);
  };

  return {
    /** A key or the menu of a row speaks for all ticked rows when the row is one of them. */
    onRow: (row: MatrixRow, type: ApprovalType, version: string | null = null) =>
      version === null && isSelected(selection, subjectOf(row)) ? onSelection(type) : decide([row], type, version),
    onSelection,
    confirmWorkInProgress: (chosen: readonly MatrixRow[]) => collect(chosen, 'automate', null),
  };
};
