import type { Answer } from '@patchkeep/contract/endpoint';
import { constants } from '@patchkeep/contract/constants';
import { hosts } from '@patchkeep/contract/hosts';
import type { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import ShieldQuestion from 'lucide-react/icons/shield-question-mark';
import { useMemo, useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { DecidedSlots } from '../../ui/decided-slots.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { isSelected } from '../../ui/table/selection.ts';
import { usePlace } from '../../ui/table/use-place.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { ExploitedBadge } from '../../ui/vulnerability-badge.tsx';
import { call } from '../../lib/client.ts';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useAct } from '../../lib/use-act.ts';
import { useMay } from '../../lib/use-may.ts';
import { readState, type UpdateState } from './updates-search.ts';
import { fetchUpdateHosts, updateHostsQuery } from './windows-updates.queries.ts';
import { updateStateColumn } from '../../ui/windows-update-columns.tsx';
import s from './windows-updates.module.css';

type UpdateHost = Answer<typeof windowsUpdates.hosts>['hosts'][number];

const taskWords = ({ task }: UpdateHost): string => (task === null ? '—' : task.isApproved ? 'Yes' : 'Not yet');
const columnsOf = (onWhy: ((hostUuid: string) => void) | undefined): readonly Column<UpdateHost>[] => [
  {
    id: 'hostName',
    header: 'Host',
    width: 176,
    isRowHeader: true,
    cell: ({ uuid, hostName }) => (
      <Link to="/hosts/host-results" search={{ hostUuid: uuid, tab: 'updates' }} className="plain-link">
        {hostName}
      </Link>
    ),
    text: ({ hostName }) => hostName,
  },
  {
    id: 'group',
    header: 'Group',
    width: 144,
    cell: ({ groupName }) => groupName ?? '—',
    text: ({ groupName }) => groupName,
  },
  { id: 'osName', header: 'OS', width: 196, cell: ({ osName }) => osName, text: ({ osName }) => osName },
  {
    id: 'osVersion',
    header: 'OS version',
    width: 120,
    cell: ({ osVersion }) => osVersion,
    text: ({ osVersion }) => osVersion,
  },
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
          aria-label={`${taskWords(host)}. Why? What happens on ${host.hostName}`}
          onPress={() => onWhy(host.uuid)}
        >
          {taskWords(host)}
        </Button>
      ) : (
        taskWords(host)
      ),
    text: taskWords,
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
/** As many as the server takes by id. */
const mostAtOnce = 1_000;

export interface UpdateHostsScreenProps {
  kbArticle: string | undefined;
  state: UpdateState | undefined;
  onState: (state: UpdateState | undefined) => void;
  decided: DecidedSlots;
}

type ListProps = UpdateHostsScreenProps & { kbArticle: string };

/** The hosts that miss one Windows update, or have it pending. */
export function UpdateHostsScreen({ kbArticle, ...props }: UpdateHostsScreenProps) {
  if (kbArticle !== undefined) return <UpdateHosts key={kbArticle} kbArticle={kbArticle} {...props} />;
  return (
    <>
      <PageHead title={pages['/win-updates/hosts'].title} />
      <EmptyState
        icon={ShieldQuestion}
        title="No Windows update to show"
        action={
          <Link to="/win-updates" className={buttonClass()}>
            Go to Windows updates
          </Link>
        }
      >
        Choose one from the list of Windows updates.
      </EmptyState>
    </>
  );
}

function UpdateHosts({ kbArticle, state, onState, decided: { Spread, Why } }: ListProps) {
  const navigate = useNavigate();
  const asked = { kbArticle, state };
  const list = JSON.stringify(asked);
  const place = usePlace(list);
  const query = useQuery(updateHostsQuery(asked, place.cursor));
  const mayChange = useMay('canMakeChanges');
  const isPatching = useMay('canViewPatching');
  const subject = { wuaKey: `kb:${kbArticle.replace(/^KB/i, '')}` };
  const [askedHost, setAskedHost] = useState<string | null>(null);
  const columns = useMemo(() => columnsOf(isPatching ? setAskedHost : undefined), [isPatching]);
  const { selection, setSelection, drop } = useSelection(list);
  const inspect = useAct(
    (ids: string[]) =>
      call(hosts.inspect, { body: { hosts: ids } }, { operation: { verb: 'request', thing: 'inspections' } }),
    { touches: ['host'] },
  );
  const { data } = query;
  const total = data?.total ?? 0;
  const chosenIds = async (): Promise<string[]> => {
    if (selection.kind === 'some') return [...selection.ids];
    const task = { id: 'fetch-update-hosts', label: 'Hosts of the update' };
    const all = await fetchAll(task, async (cursor) => {
      const { hosts: rows, ...page } = await fetchUpdateHosts(asked, cursor, constants.pageSizeMax);
      return { ...page, rows };
    });
    return all?.filter((host) => isSelected(selection, getId(host))).map(getId) ?? [];
  };
  const inspectChosen = async () => {
    const ids = await chosenIds();
    if (ids.length === 0) return;
    inspect.mutate(ids.slice(0, mostAtOnce), {
      onSuccess: ({ count }) => {
        drop(selection);
        const text = `Inspection requested on ${formatCount(count, 'host')}. Each begins at its next contact.`;
        notify({ tone: 'success', text });
      },
    });
  };
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
        <DataTable
          label="Hosts that miss the update"
          noun="hosts"
          columns={columns}
          rows={query.isError && !data ? [] : data?.hosts}
          getId={getId}
          getName={getName}
          total={total}
          page={place.page(data?.nextCursor, query.isPlaceholderData)}
          isRefreshing={query.isPlaceholderData}
          error={
            query.isError && !data
              ? { message: 'Unable to fetch Windows update hosts.', onRetry: () => void query.refetch() }
              : undefined
          }
          {...(mayChange && { selection, onSelect: setSelection })}
          bulkActions={
            selection.kind === 'allMatching' && total > mostAtOnce ? (
              <span>At most {formatNumber(mostAtOnce)} hosts at once.</span>
            ) : (
              <Button isPending={inspect.isPending} onPress={() => void inspectChosen()}>
                Inspect & update
              </Button>
            )
          }
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
