import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { constants } from '@patchkeep/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { approvalLabels } from '../../ui/approval-words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { ListToolbar } from '../../ui/table/list-toolbar.tsx';
import type { SavedView } from '../../ui/table/saved-views.ts';
import { useHiddenColumns } from '../../ui/table/use-hidden-columns.ts';
import { useKeptSort } from '../../ui/table/use-kept-sort.ts';
import { usePlace } from '../../ui/table/use-place.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useMay } from '../../lib/use-may.ts';
import { usePreferences, useSession } from '../../lib/use-stores.ts';
import { actOfKey, nounOf } from './act-words.ts';
import { approvalColumns, type MatrixRow } from './approval-columns.tsx';
import { ApprovalFilterBar } from './approval-filter-bar.tsx';
import { type Place, placeTitle } from './approval-place.ts';
import {
  approvalFilterOf,
  approvalOrderOf,
  type ApprovalSearch,
  approvalSorts,
  filtersOf,
  fromFilters,
  isNarrowed,
  withoutFilters,
} from './approval-search.ts';
import { approvalPageQuery, type ApprovalsAsked, fetchApprovalPage } from './approvals.queries.ts';
import s from './approvals.module.css';
import { BulkDecide } from './bulk-decide.tsx';
import { Legend } from './legend.tsx';
import { KindSwitch, LevelSwitch } from './level-switch.tsx';
import { MatrixLayers, type OpenLayer } from './matrix-layers.tsx';
import { OverridesRow } from './overrides-row.tsx';
import { editKey, subjectOf } from './pending.ts';
import { PendingBar } from './pending-bar.tsx';
import { pending, usePendingEdits } from './pending-store.ts';
import { toggled } from './toggled.ts';
import { useApprovalActs } from './use-approval-acts.ts';
import { useDecide } from './use-decide.ts';
import { useUndoKey } from './use-undo-key.ts';

export interface ApprovalsScreenProps {
  title: string;
  place: Place;
  search: ApprovalSearch;
  onSearch: (search: ApprovalSearch) => void;
}

const getName = ({ name }: MatrixRow) => name;

const viewsOf = (kind: ApprovalSearch['kind']): readonly SavedView[] => [
  { id: 'all', name: kind === 'app' ? 'All applications' : 'All Windows updates', filters: '', sort: null, hidden: [] },
  ...(['out-of-date', 'blocked', 'auto', 'disabled'] as const).map((status) => ({
    id: status,
    name: approvalLabels[status],
    filters: `approvalStatus:is:${status}`,
    sort: null,
    hidden: [],
  })),
  { id: 'overrides', name: 'Has overrides', filters: 'overrides:is:some', sort: null, hidden: [] },
  ...(kind === 'app'
    ? [{ id: 'settings', name: 'Settings needed', filters: 'settings:is:needed', sort: null, hidden: [] }]
    : []),
];

/** The matrix: what is decided at one place about everything its hosts have. One for all levels and both kinds. */
export function ApprovalsScreen({ title, place, search, onSearch }: ApprovalsScreenProps) {
  const { kind } = search;
  const screen = `approvals-${place.level}-${kind}`;
  const siteUuid = useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid ?? '');
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const hasLetters = usePreferences((state) => state.hasLetterShortcuts);
  const mayChange = useMay(
    place.level === 'system' || place.siteUuid !== undefined ? 'isSystemAdmin' : 'canMakeChanges',
  );
  const kept = useKeptSort(screen, user, search.sort, approvalSorts);
  const sort = kept.sort ?? { column: 'name', direction: 'ascending' as const };
  const asked: ApprovalsAsked = { place, kind, filter: approvalFilterOf(search), ...approvalOrderOf(sort) };
  const list = JSON.stringify(asked);
  const { cursor, page } = usePlace(list);
  const query = useQuery(approvalPageQuery(asked, { cursor }));
  const total = query.data?.total ?? 0;

  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((subject: string) => setOpen((now) => toggled(now, subject)), []);
  const below = useQuery({ ...approvalPageQuery(asked, { cursor, isWithBelow: true }), enabled: open.size > 0 });
  const edits = usePendingEdits(siteUuid);
  const editsByKey = useMemo(() => new Map(edits.map((edit) => [edit.key, edit])), [edits]);
  // Rows that this tab adds nothing to stay the same objects, so that they are not drawn anew.
  const rows = useMemo(
    () =>
      query.data?.approvals.map((row): MatrixRow => {
        const edit = editsByKey.get(editKey(place, kind, subjectOf(row)));
        const isOpen = open.has(subjectOf(row));
        return edit || isOpen ? { ...row, edit, isOpen } : row;
      }),
    [query.data, editsByKey, open, place, kind],
  );

  const { selection, setSelection, drop } = useSelection(list);
  const [layer, setLayer] = useState<OpenLayer | null>(null);
  const acts = useApprovalActs(siteUuid, () => drop(selection));
  const decide = useDecide({ place, kind, siteUuid, filter: asked.filter, total, rows, selection, acts, setLayer });
  useUndoKey(() => mayChange && acts.undoLast(edits.length > 0));

  const columns = useMemo(
    () =>
      approvalColumns(place, kind, {
        onDecide: mayChange ? (row, opener) => setLayer({ what: 'menu', subject: subjectOf(row), opener }) : undefined,
        onSettings: mayChange ? (row) => setLayer({ what: 'settings', subject: subjectOf(row) }) : undefined,
        onToggle: toggle,
      }),
    [place, kind, mayChange, toggle],
  );
  const hidden = useHiddenColumns(screen, columns);

  const exportAll = async () => {
    const all = await fetchAll({ id: 'export-approvals', label: 'Export approvals' }, async (next) => {
      const answer = await fetchApprovalPage(asked, { cursor: next, limit: constants.pageSizeMax });
      return { rows: answer.approvals, total: answer.total, nextCursor: answer.nextCursor };
    });
    if (all)
      downloadText(
        'approvals.csv',
        rowsToCsv(
          columns.filter(({ id }) => !hidden.hidden.has(id)),
          all,
        ),
      );
  };

  const onKey = (row: MatrixRow, key: string): boolean => {
    const type: ApprovalType | undefined = hasLetters && mayChange ? actOfKey(key) : undefined;
    if (type) decide.onRow(row, type);
    return type !== undefined;
  };
  const drawBelow = (row: MatrixRow) =>
    row.isOpen === true && (
      <OverridesRow
        row={row}
        place={place}
        below={below.data?.below.filter((one) => subjectOf(one) === subjectOf(row))}
      />
    );
  const openMenu = (row: MatrixRow) => {
    const opener = document.activeElement?.querySelector('[aria-haspopup=menu]');
    if (opener instanceof HTMLElement) setLayer({ what: 'menu', subject: subjectOf(row), opener });
  };

  return (
    <>
      <PageHead
        title={title}
        lead={
          <>
            {(place.level === 'group' || place.level === 'tag') && <strong>{placeTitle(place)} </strong>}
            {query.data && `${formatNumber(total)} ${isNarrowed(search) ? 'match' : nounOf(kind)}`}
          </>
        }
        actions={
          <>
            {(place.level === 'site' || place.level === 'system') && place.siteUuid === undefined && (
              <Link to="." search={{ view: 'changes' }} className={buttonClass()}>
                Changes
              </Link>
            )}
            {place.siteUuid === undefined && <Button onPress={() => setLayer({ what: 'compare' })}>Compare</Button>}
            <ListToolbar
              screen={screen}
              presets={viewsOf(kind)}
              filters={filtersOf(search)}
              sort={sort}
              onView={(filters, next) => onSearch(fromFilters(search, filters, next))}
              columns={columns}
              hidden={hidden}
              exportDetail="All approvals that match"
              onExport={() => void exportAll()}
            />
          </>
        }
      />
      <div className={s['switches']}>
        <LevelSwitch place={place} kind={kind} />
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
      <div className={s['list']} data-pending={edits.length > 0}>
        <DataTable
          label={title}
          noun={nounOf(kind)}
          columns={columns}
          hidden={hidden.hidden}
          density="cosy"
          rows={query.isError && !rows ? [] : rows}
          getId={subjectOf}
          getName={getName}
          total={total}
          page={page(query.data?.nextCursor, query.isPlaceholderData)}
          pageSize={constants.pageSize}
          isRefreshing={query.isPlaceholderData}
          error={
            query.isError && !rows
              ? { message: 'Unable to fetch approvals.', onRetry: () => void query.refetch() }
              : undefined
          }
          sort={sort}
          onSort={(next) => {
            kept.keep(next);
            onSearch({ ...search, sort: next });
          }}
          {...(mayChange && { selection, onSelect: setSelection })}
          bulkActions={<BulkDecide selection={selection} isPending={acts.isPending} onAct={decide.onSelection} />}
          onOpen={mayChange ? openMenu : (row) => setLayer({ what: 'details', subject: subjectOf(row) })}
          onPeek={(row) => setLayer({ what: 'details', subject: subjectOf(row) })}
          onRowKey={onKey}
          below={drawBelow}
          onClearFilters={isNarrowed(search) ? () => onSearch(withoutFilters(search)) : undefined}
          whenNone={
            <EmptyState title={`No ${nounOf(kind)} yet`}>
              They appear after the first inspection of a host here, or once something is decided about them.
            </EmptyState>
          }
        >
          <ApprovalFilterBar search={search} onSearch={onSearch} />
        </DataTable>
      </div>
      <MatrixLayers
        layer={layer}
        setLayer={setLayer}
        place={place}
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
