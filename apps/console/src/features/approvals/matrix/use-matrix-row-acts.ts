import type { ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { useMemo } from 'react';
import { usePreferences } from '../../../lib/use-stores.ts';
import type { Scope } from '../approval-scope.ts';
import { actOfKey } from '../pending/act-text.ts';
import { subjectOf } from '../pending/pending.ts';
import { approvalColumns, type MatrixRow } from './approval-columns.tsx';
import type { OpenLayer } from './matrix-layers.tsx';

interface RowActs {
  scope: Scope;
  kind: ApprovalKind;
  mayChange: boolean;
  setLayer: (layer: OpenLayer) => void;
  toggle: (subject: string) => void;
  decide: { onRow: (row: MatrixRow, type: ApprovalType) => void };
}

/** The columns of the matrix, and what keys and a press do on one of its rows. */
export function useMatrixRowActs({ scope, kind, mayChange, setLayer, toggle, decide }: RowActs) {
  const hasLetters = usePreferences((state) => state.hasLetterShortcuts);
  const columns = useMemo(
    () =>
      approvalColumns(scope, kind, {
        onDecide: mayChange ? (row, opener) => setLayer({ what: 'menu', subject: subjectOf(row), opener }) : undefined,
        onSettings: mayChange ? (row) => setLayer({ what: 'settings', subject: subjectOf(row) }) : undefined,
        onToggle: toggle,
      }),
    [scope, kind, mayChange, setLayer, toggle],
  );
  const onRowKey = (row: MatrixRow, key: string): boolean => {
    const type: ApprovalType | undefined = hasLetters && mayChange ? actOfKey(key) : undefined;
    if (type) decide.onRow(row, type);
    return type !== undefined;
  };
  const onPeek = (row: MatrixRow) => setLayer({ what: 'details', subject: subjectOf(row) });
  const openMenu = (row: MatrixRow) => {
    const opener = document.activeElement?.querySelector('[aria-haspopup=menu]');
    if (opener instanceof HTMLElement) setLayer({ what: 'menu', subject: subjectOf(row), opener });
  };
  return { columns, onRowKey, onPeek, onOpen: mayChange ? openMenu : onPeek };
}
