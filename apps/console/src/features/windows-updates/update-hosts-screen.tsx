import { constants } from '@patchkeep/contract/constants';
import type { Answer } from '@patchkeep/contract/endpoint';
import type { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { keyOfArticle } from '@patchkeep/rules/kb';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import ShieldQuestion from 'lucide-react/icons/shield-question-mark';
import { useMemo, useState } from 'react';
import type { ChosenHostsSlot } from '../../domain/chosen-hosts-slot.ts';
import type { DecidedSlots } from '../../domain/decided-slots.ts';
import { groupColumn, hostColumn } from '../../domain/host-columns.tsx';
import { ExploitedBadge } from '../../domain/vulnerability-badge.tsx';
import { updateStateColumn } from '../../domain/windows-update-columns.tsx';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPage, EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { wordColumn } from '../../ui/table/plain-columns.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { readState, type UpdateState } from './updates-search.ts';
import { fetchUpdateHosts, updateHostsQuery, type UpdateHostsRequest } from './windows-updates.queries.ts';
import s from './windows-updates.module.css';

type UpdateHost = Answer<typeof windowsUpdates.hosts>['hosts'][number];

const taskText = ({ task }: UpdateHost): string => (task === null ? '—' : task.isApproved ? 'Yes' : 'Not yet');
const columnsOf = (onWhy: ((hostUuid: string) => void) | undefined): readonly Column<UpdateHost>[] => [
  hostColumn({ id: 'hostName', width: 176, uuidOf: ({ uuid }) => uuid, tab: 'updates' }),
  groupColumn(144),
  { id: 'osName', header: 'OS', width: 196, cell: ({ osName }) => osName, text: ({ osName }) => osName },
  wordColumn('osVersion', 'OS version', 120, ({ osVersion }) => osVersion),
  updateStateColumn(124),
  {
    id: 'task',
    header: 'Approved',
    width: 92,
    cell: (host) =>
      onWhy ? (
        <Button
          size="small"
          variant="quiet"
          aria-label={`${taskText(host)}. Why? What happens on ${host.hostName}`}
          onPress={() => onWhy(host.uuid)}
        >
          {taskText(host)}
        </Button>
      ) : (
        taskText(host)
      ),
    text: taskText,
  },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: 108,
    cell: ({ lastSeen }) => (lastSeen === null ? 'Never' : <RelativeTime at={lastSeen} />),
    text: ({ lastSeen }) => lastSeen,
  },
];
const getId = ({ uuid }: UpdateHost) => uuid;
const getName = ({ hostName }: UpdateHost) => hostName;

export interface UpdateHostsScreenProps {
  kbArticle: string | undefined;
  state: UpdateState | undefined;
  onState: (state: UpdateState | undefined) => void;
  decided: DecidedSlots;
  Chosen: ChosenHostsSlot;
}

type ListProps = UpdateHostsScreenProps & { kbArticle: string };

/** The hosts that miss one Windows update, or have it pending. */
export function UpdateHostsScreen({ kbArticle, ...props }: UpdateHostsScreenProps) {
  if (kbArticle !== undefined) return <UpdateHosts key={kbArticle} kbArticle={kbArticle} {...props} />;
  return (
    <EmptyPage
      pageTitle={pages['/win-updates/hosts'].title}
      icon={ShieldQuestion}
      title="No Windows update to show"
      action={
        <Link to="/win-updates" className={buttonClass()}>
          Go to Windows updates
        </Link>
      }
    >
      Choose one from the list of Windows updates.
    </EmptyPage>
  );
}

/** The ids of all hosts that match, for acts on them. */
const fetchIds = async (request: UpdateHostsRequest): Promise<string[] | undefined> => {
  const task = { id: 'fetch-update-hosts', label: 'Hosts of the update' };
  const all = await fetchAll(task, async (cursor) => {
    const { hosts: rows, ...page } = await fetchUpdateHosts(request, cursor, constants.pageSizeMax);
    return { ...page, rows };
  });
  return all?.map(getId);
};

function UpdateHosts({ kbArticle, state, onState, decided: { Spread, Why }, Chosen }: ListProps) {
  const navigate = useNavigate();
  const request = { kbArticle, state };
  const list = JSON.stringify(request);
  const paging = usePageCursor(list);
  const query = useQuery(updateHostsQuery(request, paging.cursor));
  const mayChange = useMay('canMakeChanges');
  const isPatching = useMay('canViewPatching');
  const subject = { wuaKey: keyOfArticle(kbArticle) };
  const [askedHost, setAskedHost] = useState<string | null>(null);
  const columns = useMemo(() => columnsOf(isPatching ? setAskedHost : undefined), [isPatching]);
  const { selection, setSelection, drop } = useSelection(list);
  const { data } = query;
  const total = data?.total ?? 0;
  const update = data?.update;
  return (
    <>
      <PageHead
        title={pages['/win-updates/hosts'].title}
        lead={
          <>
            {kbArticle}
            {data && ` · ${formatCount(total, 'host')}`}
          </>
        }
      >
        {update && (
          <>
            <span>{update.title}</span>
            {update.classification && <span>{update.classification}</span>}
            {update.severity && <span>Severity {update.severity}</span>}
            {update.released !== null && <span>Released {update.released}</span>}
            <span>Fixes {formatCount(update.issues, 'CVE')}</span>
            {update.exploitedIssues > 0 && <ExploitedBadge count={update.exploitedIssues} />}
            {update.supersedes.length > 0 && <span>Supersedes {update.supersedes.join(', ')}</span>}
          </>
        )}
      </PageHead>
      {isPatching && (
        <div className={s['decided']}>
          <Spread subject={subject} isLine />
        </div>
      )}
      <div className={s['list']}>
        <Chosen list={list} selection={selection} total={total} fetchIds={() => fetchIds(request)} onDone={drop}>
          {(buttons) => (
            <DataTable
              label="Hosts that miss the update"
              noun="hosts"
              columns={columns}
              {...queryState(query, data?.hosts, 'Unable to fetch Windows update hosts.')}
              getId={getId}
              getName={getName}
              total={total}
              page={paging.page(data?.nextCursor, query.isPlaceholderData)}
              {...(mayChange && { selection, onSelect: setSelection })}
              bulkActions={buttons}
              onOpen={({ uuid }) =>
                void navigate({ to: '/hosts/host-results', search: { hostUuid: uuid, tab: 'updates' } })
              }
              onClearFilters={state === undefined ? undefined : () => onState(undefined)}
              whenNone={<EmptyState title="No host misses it any more" />}
            >
              <FilterBar
                fields={[
                  {
                    id: 'state',
                    label: 'State',
                    ops: ['is'],
                    options: [
                      { value: 'missing', label: 'Missing' },
                      { value: 'pending', label: 'Pending' },
                    ],
                    isSingle: true,
                  },
                ]}
                filters={state === undefined ? [] : [{ field: 'state', op: 'is', values: [state] }]}
                onChange={(filters) => onState(readState(filters[0]?.values[0]))}
              />
            </DataTable>
          )}
        </Chosen>
      </div>
      {isPatching && askedHost !== null && (
        <Why
          key={askedHost}
          hostUuid={askedHost}
          subject={subject}
          name={kbArticle}
          onClose={() => setAskedHost(null)}
        />
      )}
    </>
  );
}
