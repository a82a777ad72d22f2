import { constants } from '@patchkeep/contract/constants';
import { useState } from 'react';
import { useMay } from '../../../lib/use-may.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useColumnLayout } from '../../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../../ui/table/query-state.ts';
import { useKeptSort } from '../../../ui/table/use-kept-sort.ts';
import { usePageCursor } from '../../../ui/table/use-page-cursor.ts';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { type Scope } from '../approval-scope.ts';
import { nounOf } from '../pending/act-text.ts';
import { PendingBar } from '../pending/pending-bar.tsx';
import { pending } from '../pending/pending-store.ts';
import { subjectOf } from '../pending/pending.ts';
import { useApprovalActs } from '../pending/use-approval-acts.ts';
import { useUndoKey } from '../pending/use-undo-key.ts';
import { type MatrixRow } from './approval-columns.tsx';
import { ApprovalFilterBar } from './approval-filter-bar.tsx';
import {
  approvalFilterOf,
  approvalOrderOf,
  type ApprovalSearch,
  approvalSorts,
  isNarrowed,
  withoutFilters,
} from './approval-search.ts';
import { type ApprovalsRequest } from './approvals.queries.ts';
import { BulkDecide } from './bulk-decide.tsx';
import { Legend } from './legend.tsx';
import { KindSwitch, LevelSwitch } from './level-switch.tsx';
import { MatrixHead } from './matrix-head.tsx';
import { MatrixLayers, type OpenLayer } from './matrix-layers.tsx';
import { OverridesRow } from './overrides-row.tsx';
import { type AskedRow, useAskedRow } from './use-asked-row.ts';
import { useDecide } from './use-decide.ts';
import { useMatrixRowActs } from './use-matrix-row-acts.ts';
import { useMatrixRows } from './use-matrix-rows.ts';
import s from '../approvals.module.css';

export interface ApprovalsScreenProps {
  title: string;
  scope: Scope;
  search: ApprovalSearch;
  onSearch: (search: ApprovalSearch) => void;
  /** What the address asks of one row. */
  asked: AskedRow;
}

const getName = ({ name }: MatrixRow) => name;

const NothingYet = ({ noun }: { noun: string }) => (
  <EmptyState title={`No ${noun} yet`}>
    They appear after the first inspection of a host here, or once something is decided about them.
  </EmptyState>
);

/** The matrix: what is decided at one scope about everything its hosts have. One for all levels and both kinds. */
export function ApprovalsScreen({ title, scope, search, onSearch, asked }: ApprovalsScreenProps) {
  const { kind } = search;
  const screen = `approvals-${scope.level}-${kind}` as const;
  const siteUuid = useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid ?? '');
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const mayChange = useMay(
    scope.level === 'system' || scope.siteUuid !== undefined ? 'isSystemAdmin' : 'canDecideUpdates',
  );
  const kept = useKeptSort(screen, user, search.sort, approvalSorts);
  const sort = kept.sort ?? { column: 'name', direction: 'ascending' as const };
  const request: ApprovalsRequest = { scope, kind, filter: approvalFilterOf(search), ...approvalOrderOf(sort) };
  const list = JSON.stringify(request);
  const { cursor, page } = usePageCursor(list);
  const { query, total, below, edits, rows, toggle } = useMatrixRows(request, cursor, siteUuid);
  const { selection, setSelection, drop } = useSelection(list);
  const [layer, setLayer] = useState<OpenLayer | null>(null);
  const acts = useApprovalActs(siteUuid, () => drop(selection));
  const decide = useDecide({ scope, kind, siteUuid, filter: request.filter, total, rows, selection, acts, setLayer });
  const known = query.isPlaceholderData ? undefined : rows;
  const listRef = useAskedRow({ asked, rows: known, onDecide: mayChange ? decide.onRow : undefined });
  useUndoKey(() => mayChange && acts.undoLast(edits.length > 0));

  const { columns, ...rowActs } = useMatrixRowActs({ scope, kind, mayChange, setLayer, toggle, decide });
  const layout = useColumnLayout(screen, columns);

  const drawBelow = (row: MatrixRow) =>
    row.isOpen === true && (
      <OverridesRow row={row} scope={scope} below={below?.filter((one) => subjectOf(one) === subjectOf(row))} />
    );

  return (
    <>
      <MatrixHead
        title={title}
        screen={screen}
        request={request}
        total={query.data && total}
        search={search}
        onSearch={onSearch}
        sort={sort}
        columns={columns}
        layout={layout}
        onCompare={() => setLayer({ what: 'compare' })}
      />
      <div className={s['switches']}>
        <LevelSwitch scope={scope} kind={kind} />
        <KindSwitch kind={kind} />
        <Legend />
      </div>
      <PendingBar
        edits={edits}
        isPending={acts.isPending}
        onReview={() => acts.begin({ what: 'edits', edits })}
        onApply={() => acts.applyAtOnce({ what: 'edits', edits })}
        onDiscard={() => pending.clear(siteUuid)}
      />
      <div ref={listRef} className={s['list']} data-pending={edits.length > 0}>
        <DataTable
          label={title}
          noun={nounOf(kind)}
          columns={columns}
          layout={layout}
          density="cosy"
          {...queryState(query, rows, 'Unable to fetch approvals.')}
          getId={subjectOf}
          getName={getName}
          total={total}
          page={page(query.data?.nextCursor, query.isPlaceholderData)}
          pageSize={constants.pageSize}
          sort={sort}
          onSort={(next) => {
            kept.keep(next);
            onSearch({ ...search, sort: next });
          }}
          {...(mayChange && { selection, onSelect: setSelection })}
          bulkActions={<BulkDecide selection={selection} isPending={acts.isPending} onAct={decide.onSelection} />}
          {...rowActs}
          below={drawBelow}
          onClearFilters={isNarrowed(search) ? () => onSearch(withoutFilters(search)) : undefined}
          whenNone={<NothingYet noun={nounOf(kind)} />}
        >
          <ApprovalFilterBar search={search} onSearch={onSearch} />
        </DataTable>
      </div>
      <MatrixLayers
        layer={layer}
        setLayer={setLayer}
        scope={scope}
        kind={kind}
        siteUuid={siteUuid}
        rows={rows}
        acts={acts}
        mayChange={mayChange}
        onAct={decide.onRow}
        onAutomate={decide.confirmWorkInProgress}
        onToggle={toggle}
      />
    </>
  );
}
