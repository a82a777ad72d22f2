import type { GoalHost } from '@patchkeep/contract/goals';
import type { ActionVerdict, HostVerdicts } from './verdicts.service.ts';

export const presentVerdict = ({
  action,
  verdict: { verdict, cause, since, next, isAtCheckIn },
}: ActionVerdict): GoalHost['actions'][number] => ({
  goalActionId: action.action_id,
  verdict,
  cause,
  since: since?.toISOString() ?? null,
  next: next?.toISOString() ?? null,
  isAtCheckIn,
});

/** The host of a job, and why it is a target. */
export const presentTarget = ({ host, via }: HostVerdicts): Omit<GoalHost, 'actions'> => ({
  agentUuid: host.host_id,
  hostName: host.host_name,
  groupUuid: host.group_id,
  timeZone: host.time_zone,
  via: [...via],
});
