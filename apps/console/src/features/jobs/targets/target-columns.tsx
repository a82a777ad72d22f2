import type { HostTarget } from '@patchkeep/contract/host-targets';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { VerdictBadge } from '../job-badges.tsx';
import { actionText, expectedText, verdictText, viaText } from '../job-text.ts';
import l from '../../../ui/cell-lines.module.css';

/** One action of one job on one host. */
export interface TargetRow {
  target: HostTarget;
  action: HostTarget['actions'][number];
}

const expectedOf = ({ target, action }: TargetRow) => expectedText(action, target.timeZone);
const viaOf = ({ target }: TargetRow) => viaText(target.via);

function HostLink({ agentUuid, hostName }: HostTarget) {
  return (
    <Link to="/hosts/host-results" search={{ hostUuid: agentUuid, tab: 'tasks' }} className="plain-link">
      {hostName}
    </Link>
  );
}

function JobLink({ goalUuid, goalTitle }: HostTarget) {
  return (
    <Link to="/deployment/job-info" search={{ goalUuid }} className="plain-link">
      {goalTitle}
    </Link>
  );
}

export const targetColumns: readonly Column<TargetRow>[] = [
  {
    id: 'host',
    header: 'Host',
    width: 148,
    isRowHeader: true,
    cell: ({ target }) => (
      <span className={l['lines']}>
        <HostLink {...target} />
        <span className={l['quiet']}>{`by ${viaText(target.via).toLowerCase()}`}</span>
      </span>
    ),
    text: ({ target }) => target.hostName,
  },
  {
    id: 'action',
    header: 'Shall',
    isName: true,
    width: 140,
    cell: ({ action }) => actionText(action),
    text: ({ action }) => actionText(action),
  },
  {
    id: 'job',
    header: 'By the job',
    width: 148,
    cell: ({ target }) => <JobLink {...target} />,
    text: ({ target }) => target.goalTitle,
  },
  {
    id: 'state',
    header: 'State',
    isStatus: true,
    width: 132,
    cell: ({ action }) => <VerdictBadge verdict={action.verdict} />,
    text: ({ action }) => verdictText[action.verdict],
  },
  {
    id: 'cause',
    header: 'Cause',
    width: 204,
    cell: ({ action }) => <span className={l['sentence']}>{action.cause}</span>,
    text: ({ action }) => action.cause,
  },
  {
    id: 'since',
    header: 'Since',
    width: 88,
    cell: ({ action }) => (action.since === null ? '—' : <RelativeTime at={action.since} />),
    text: ({ action }) => action.since,
  },
  {
    id: 'expected',
    header: 'Expected',
    width: 136,
    cell: (row) => <span className={l['sentence']}>{expectedOf(row) || '—'}</span>,
    text: expectedOf,
  },
  { id: 'via', header: 'Target by', width: 96, isHiddenAtFirst: true, cell: viaOf, text: viaOf },
];
