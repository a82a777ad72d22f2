import type { Goal, GoalHost } from '@patchkeep/contract/goals';
import { unableTo } from '@patchkeep/contract/operations';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { queryState } from '../../../ui/table/query-state.ts';
import { usePageCursor } from '../../../ui/table/use-page-cursor.ts';
import { VerdictBadge } from '../job-badges.tsx';
import { actionText, expectedText, verdictText, viaText } from '../job-text.ts';
import { jobHostsQuery } from '../jobs.queries.ts';
import l from '../../../ui/cell-lines.module.css';
import s from '../jobs.module.css';

/** One action on one host. */
interface HostAction {
  host: GoalHost;
  action: Goal['actions'][number];
  standing: GoalHost['actions'][number];
}

const viaOf = ({ host }: HostAction) => viaText(host.via);
const expectedOf = ({ host, standing }: HostAction) => expectedText(standing, host.timeZone);
const getId = ({ host, action }: HostAction) => `${host.agentUuid} ${action.goalActionId}`;
const getName = ({ host, action }: HostAction) => `${actionText(action)} on ${host.hostName}`;

const columns: readonly Column<HostAction>[] = [
  {
    id: 'host',
    header: 'Host',
    width: 148,
    isRowHeader: true,
    cell: ({ host }) => (
      <Link to="/hosts/host-results" search={{ hostUuid: host.agentUuid, tab: 'tasks' }} className="plain-link">
        {host.hostName}
      </Link>
    ),
    text: ({ host }) => host.hostName,
  },
  {
    id: 'action',
    header: 'Action',
    isName: true,
    width: 160,
    cell: ({ action }) => actionText(action),
    text: ({ action }) => actionText(action),
  },
  {
    id: 'state',
    header: 'State',
    isStatus: true,
    width: 168,
    cell: ({ standing }) => <VerdictBadge verdict={standing.verdict} />,
    text: ({ standing }) => verdictText[standing.verdict],
  },
  {
    id: 'cause',
    header: 'Cause',
    width: 232,
    cell: ({ standing }) => <span className={l['sentence']}>{standing.cause}</span>,
    text: ({ standing }) => standing.cause,
  },
  {
    id: 'since',
    header: 'Since',
    width: 104,
    cell: ({ standing }) => (standing.since === null ? '—' : <RelativeTime at={standing.since} />),
    text: ({ standing }) => standing.since,
  },
  {
    id: 'expected',
    header: 'Expected',
    width: 176,
    cell: (row) => <span className={l['sentence']}>{expectedOf(row) || '—'}</span>,
    text: expectedOf,
  },
  { id: 'via', header: 'Target by', width: 96, cell: viaOf, text: viaOf },
];

/** How far each action is on each host, why, since when, and when it goes on. */
export function JobHostsTab({ goal }: { goal: Goal }) {
  const navigate = useNavigate();
  const paging = usePageCursor(goal.goalUuid);
  const query = useQuery(jobHostsQuery(goal.goalUuid, paging.cursor));
  const enabled = useMemo(
    () => new Map(goal.actions.filter(({ isEnabled }) => isEnabled).map((each) => [each.goalActionId, each])),
    [goal.actions],
  );
  const rows = useMemo(
    () =>
      query.data?.hosts.flatMap((host) =>
        host.actions.flatMap((standing): HostAction[] => {
          const action = enabled.get(standing.goalActionId);
          return action ? [{ host, action, standing }] : [];
        }),
      ),
    [query.data, enabled],
  );
  const page = paging.page(query.data?.nextCursor, query.isPlaceholderData);
  return (
    <div className={s['hosts']}>
      <DataTable
        label={`Hosts of ${goal.title}`}
        noun="hosts and actions"
        density="cosy"
        columns={columns}
        {...queryState(query, rows, unableTo({ verb: 'fetch', thing: 'deployment jobs' }))}
        getId={getId}
        getName={getName}
        total={goal.agentCount * enabled.size}
        page={{ ...page, from: (page.from - 1) * enabled.size + 1 }}
        onOpen={({ host }) =>
          void navigate({ to: '/hosts/host-results', search: { hostUuid: host.agentUuid, tab: 'tasks' } })
        }
        whenNone={
          <EmptyState title="No host to show">
            {enabled.size === 0 ? 'Every action of the job is disabled.' : 'No host is a target of the job at present.'}
          </EmptyState>
        }
      />
    </div>
  );
}
