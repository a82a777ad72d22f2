import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { usePendingEdits } from '../pending/pending-store.ts';
import { editKey, subjectOf } from '../pending/pending.ts';
import type { MatrixRow } from './approval-columns.tsx';
import { approvalPageQuery, type ApprovalsRequest } from './approvals.queries.ts';
import { toggled } from './toggled.ts';

/** One page of the matrix: the server's rows, what this tab has pending on them, and which of them are open. */
export function useMatrixRows(request: ApprovalsRequest, cursor: string | undefined, siteUuid: string) {
  const { scope, kind } = request;
  const query = useQuery(approvalPageQuery(request, { cursor }));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((subject: string) => setOpen((now) => toggled(now, subject)), []);
  const below = useQuery({ ...approvalPageQuery(request, { cursor, isWithBelow: true }), enabled: open.size > 0 });
  const edits = usePendingEdits(siteUuid);
  const editsByKey = useMemo(() => new Map(edits.map((edit) => [edit.key, edit])), [edits]);
  // Rows that this tab adds nothing to stay the same objects, so that they are not drawn anew.
  const rows = useMemo(
    () =>
      query.data?.approvals.map((row): MatrixRow => {
        const edit = editsByKey.get(editKey(scope, kind, subjectOf(row)));
        const isOpen = open.has(subjectOf(row));
        return edit || isOpen ? { ...row, edit, isOpen } : row;
      }),
    [query.data, editsByKey, open, scope, kind],
  );
  return { query, total: query.data?.total ?? 0, below: below.data?.below, edits, rows, toggle };
}
