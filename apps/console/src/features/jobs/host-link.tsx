import type { GoalHost } from '@patchkeep/contract/goals';
import { Link } from '@tanstack/react-router';

/** The work of a host of a job. */
export function HostLink({ agentUuid, hostName }: Pick<GoalHost, 'agentUuid' | 'hostName'>) {
  return (
    <Link to="/hosts/host-results" search={{ hostUuid: agentUuid, tab: 'tasks' }} className="plain-link">
      {hostName}
    </Link>
  );
}
