import { constants } from '@patchkeep/contract/constants';
import { type Host, hostSorts, type HostView } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListFormat } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../ui/table/query-state.ts';
import type { Selection } from '../../ui/table/selection.ts';
import { useKeptSort } from '../../ui/table/use-kept-sort.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { BulkButtons, BulkDialogs, type RestartChosen, useBulkDialog } from './bulk-actions.tsx';
import { exportHosts } from './export-hosts.ts';
import { hostColumns } from './host-columns.tsx';
import { HostFilterBar } from './host-filter-bar.tsx';
import { keepOrder } from './host-order.ts';
import { HostPanel } from './host-panel.tsx';
import {
  goneIn,
  hostFilterOf,
  type HostSearch,
  isNarrowed,
  orderOf,
  type RawHostSearch,
  withoutFilters,
} from './host-search.ts';
import { HostToolbar, type HostToolbarProps } from './host-toolbar.tsx';
import { HostViews } from './host-views.tsx';
import { useHostActs } from './use-host-acts.ts';
import { useHostPages } from './use-host-pages.ts';
import s from './hosts.module.css';

export interface HostListProps {
  title: string;
  /** What the page is about, beside its title. */
  lead?: ReactNode;
  search: HostSearch;
  onSearch: (search: HostSearch) => void;
  /** A page of one group or one tag. */
  fixed?: { groupUuid: string } | { tagUuid: string } | undefined;
  /** The main action of the page. */
  action?: ReactNode;
  /** There is nothing to list at all: only the head and what stands below it. */
  isBare?: boolean;
  Restart?: RestartChosen | undefined;
  /** Between the head and the list. */
  children?: ReactNode;
}

const getId = ({ uuid }: Host) => uuid;
const getName = ({ hostName }: Host) => hostName;

const emptyText: Record<HostView, string> = {
  active: 'No active hosts',
  disabled: 'No disabled hosts',
  dormant: 'No dormant hosts',
  pending: 'No hosts wait to be accepted',
  trash: 'The trash is empty',
  licensed: 'No host takes a licence',
};
const emptyDetail: Partial<Record<HostView, string>> = {
  dormant: `Hosts that were not heard of for ${constants.dormancyDays} days stand here.`,
  licensed: `Hosts that were heard of within ${constants.licenceDays} days take a licence.`,
  pending: 'New hosts wait here if the configuration says so, and hosts whose hardware is known already.',
};

const useGroupsAndTags = () => {
  const groups = useQuery(groupsQuery).data;
  const tags = useQuery(tagsQuery).data;
  const tagNames = useMemo(() => new Map(tags?.map(({ tagUuid, tagName }) => [tagUuid, tagName])), [tags]);
  return {
    groups: groups ?? [],
    tags: tags ?? [],
    tagNames,
    noteOf: (search: RawHostSearch) => goneIn(search, groups, tags),
  };
};

/** Every host that was in sight: those of other pages may be ticked too, and Tag shows which tags they have. */
const useKnownHosts = (rows: readonly Host[] | undefined) => {
  const known = useRef(new Map<string, Host>());
  useEffect(() => {
    for (const host of rows ?? []) known.current.set(host.uuid, host);
    if (rows) keepOrder(rows.map(getId));
  }, [rows]);
  return known;
};

/** The list of hosts: of the site, of a group or of a tag. */
export function HostList(props: HostListProps) {
  const { title, lead, search, onSearch, fixed, action, isBare = false, Restart, children } = props;
  const within = fixed ? ('groupUuid' in fixed ? 'group' : 'tag') : 'site';
  const screen = within === 'site' ? 'hosts' : (`${within}-hosts` as const);
  const navigate = useNavigate();
  const mayChange = useMay('canMakeChanges');
  const { groups, tags, tagNames, noteOf } = useGroupsAndTags();
  const columns = useMemo(() => hostColumns(tagNames), [tagNames]);
  const layout = useColumnLayout(screen, columns);
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const { sort, keep } = useKeptSort(screen, user, search.sort, hostSorts);
  const filter = hostFilterOf(search, fixed);
  const { query, page } = useHostPages(filter, sort, within);
  const rows = query.data?.hosts;
  const total = query.data?.total ?? 0;

  const list = JSON.stringify(filter);
  const { selection, setSelection, drop } = useSelection(list);
  const known = useKnownHosts(rows);

  const [dialog, setDialog] = useBulkDialog();
  const [peekedId, setPeekedId] = useState<string | null>(null);
  const peeked = rows?.find(({ uuid }) => uuid === peekedId);
  const acts = useHostActs((done) => {
    setDialog((now) => (now === dialog ? null : now));
    drop(done);
    setPeekedId((now) => (now === peekedId ? null : now));
  });
  // Copied when something is pressed: the dialog speaks of the hosts as they were then.
  const chosenFrom = (some: Selection) => ({ selection: some, filter, total, known: new Map(known.current) });

  const exportShown = (format: ListFormat) => {
    const shown = columns.filter(({ id }) => !layout.hidden.has(id));
    void exportHosts(format, { filter, ...orderOf(sort) }, within, shown);
  };

  return (
    <>
      <HostListHead
        title={title}
        isBare={isBare}
        lead={
          <>
            {lead}
            {query.data && ` ${formatNumber(total)} ${isNarrowed(search) ? 'match' : total === 1 ? 'host' : 'hosts'}`}
          </>
        }
        action={action}
        toolbar={{ screen, search: { ...search, sort }, onSearch, noteOf, columns, layout, onExport: exportShown }}
      />
      {children}
      {!isBare && (
        <div className={s['list']}>
          <HostViews current={search.view} hasCounts={within === 'site'} />
          <DataTable
            label="Hosts"
            noun="hosts"
            columns={columns}
            layout={layout}
            {...queryState(query, rows, 'Unable to fetch hosts.')}
            getId={getId}
            getName={getName}
            total={total}
            page={page}
            pageSize={constants.pageSize}
            sort={sort ?? { column: 'hostName', direction: 'ascending' }}
            onSort={(next) => {
              keep(next);
              onSearch({ ...search, sort: next });
            }}
            {...(mayChange && { selection, onSelect: setSelection })}
            bulkActions={
              <BulkButtons
                selection={selection}
                view={search.view}
                acts={acts}
                chosenFrom={chosenFrom}
                setOpen={setDialog}
                mayRestart={Restart !== undefined}
              />
            }
            onOpen={({ uuid }) => void navigate({ to: '/hosts/host-results', search: { hostUuid: uuid } })}
            onPeek={({ uuid }) => setPeekedId(uuid)}
            onClearFilters={isNarrowed(search) ? () => onSearch(withoutFilters(search)) : undefined}
            whenNone={<EmptyState title={emptyText[search.view]}>{emptyDetail[search.view]}</EmptyState>}
          >
            <HostFilterBar search={search} onSearch={onSearch} groups={groups} tags={tags} fixed={within} />
          </DataTable>
        </div>
      )}
      {dialog && <BulkDialogs open={dialog} acts={acts} Restart={Restart} onClose={() => setDialog(null)} />}
      {peeked && (
        <HostPanel
          host={peeked}
          tagNames={tagNames}
          onAct={
            mayChange ? (act) => acts.act(act, chosenFrom({ kind: 'some', ids: new Set([peeked.uuid]) })) : undefined
          }
          onClose={() => setPeekedId(null)}
        />
      )}
    </>
  );
}

interface HostListHeadProps extends Pick<HostListProps, 'title' | 'lead' | 'action'> {
  isBare: boolean;
  toolbar: HostToolbarProps;
}

function HostListHead({ title, isBare, lead, action, toolbar }: HostListHeadProps) {
  return (
    <PageHead
      title={title}
      lead={!isBare && lead}
      actions={
        !isBare && (
          <>
            <HostToolbar {...toolbar} />
            {action}
          </>
        )
      }
    />
  );
}
