import type { ApprovalFilter, ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { countSelected, isSelected, type Selection } from '../../../ui/table/selection.ts';
import type { Scope } from '../approval-scope.ts';
import { pending } from '../pending/pending-store.ts';
import { editKey, editOf, editsMax, isNoChange, subjectOf } from '../pending/pending.ts';
import type { useApprovalActs } from '../pending/use-approval-acts.ts';
import type { MatrixRow } from './approval-columns.tsx';
import type { OpenLayer } from './matrix-layers.tsx';
import { needsSettings } from './settings-needed.ts';

interface DecideOptions {
  scope: Scope;
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
  const { scope, kind, siteUuid, filter, total, rows, selection, acts, setLayer } = options;
  // Rows of other pages may be ticked too.
  const known = useRef(new Map<string, MatrixRow>());
  useEffect(() => {
    for (const row of rows ?? []) known.current.set(editKey(scope, kind, subjectOf(row)), row);
  }, [rows, scope, kind]);

  const collect = (chosen: readonly MatrixRow[], type: ApprovalType, version: string | null) => {
    // A site that the tab is not on has no pending set: what is asked for there is looked at and done at once.
    if (scope.siteUuid !== undefined) {
      const listed = chosen.map((row) => ({ subject: subjectOf(row), serialNumber: row.serialNumber, version }));
      acts.begin({ what: 'rows', scope, kind, type, rows: listed, names: chosen.map(({ name }) => name) });
      return;
    }
    const changed = chosen.filter((row) => !isNoChange(row, type, version));
    const dropped = chosen.filter((row) => isNoChange(row, type, version));
    if (chosen.length > 0 && changed.length === 0 && dropped.every(({ edit }) => edit === undefined))
      notify({ tone: 'info', text: chosen.length === 1 ? `${chosen[0]?.name} is already so.` : 'All are already so.' });
    pending.add(
      siteUuid,
      changed.map((row) => editOf(scope, row, type, version)),
      new Set(dropped.map((row) => editKey(scope, kind, subjectOf(row)))),
    );
  };

  const decide = (chosen: readonly MatrixRow[], type: ApprovalType, version: string | null = null) => {
    const isGoing = type === 'approve' || type === 'automate';
    const unset = scope.level === 'tag' || !isGoing ? undefined : chosen.find(needsSettings);
    if (unset) return setLayer({ what: 'settings', subject: subjectOf(unset) });
    const unfinished = type === 'automate' ? chosen.filter(({ isWorkInProgress }) => isWorkInProgress) : [];
    if (unfinished.length > 0) return setLayer({ what: 'workInProgress', rows: chosen });
    // Approving is of a version: where none is recommended, one must be named.
    const nameless =
      type === 'approve' && kind === 'app' && version === null
        ? chosen.filter(({ newestVersion }) => newestVersion === null)
        : [];
    const [only] = nameless;
    if (only && chosen.length === 1) return setLayer({ what: 'version', subject: subjectOf(only) });
    if (nameless.length > 0)
      notify({
        tone: 'warning',
        text: `No version is recommended, so none is approved: ${nameless.map(({ name }) => name).join(', ')}.`,
      });
    return collect(
      chosen.filter((row) => !nameless.includes(row)),
      type,
      version,
    );
  };

  const onSelection = (type: ApprovalType) => {
    if (selection.kind === 'allMatching') {
      const except = [...selection.except];
      const expectedCount = countSelected(selection, total);
      acts.begin({ what: 'matching', scope, kind, type, filter, except, expectedCount });
      return;
    }
    const chosen = [...selection.ids].flatMap((subject) => known.current.get(editKey(scope, kind, subject)) ?? []);
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
