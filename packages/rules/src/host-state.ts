import { agentFlag, type HostState } from '@patchkeep/contract/hosts';
import { dayMs } from './time-units.ts';

/** What decides a host's state. */
export interface HostCondition {
  isTrashed: boolean;
  isQuarantined: boolean;
  isPending: boolean;
  isDisabled: boolean;
  isDormant: boolean;
}

/** A host not heard of since this moment is dormant. */
export const dormantBefore = (now: Date, dormancyDays: number): Date => new Date(now.getTime() - dormancyDays * dayMs);

/** One word for a host, worst news first. */
export const hostState = (condition: HostCondition): HostState => {
  if (condition.isTrashed) return 'trash';
  if (condition.isQuarantined) return 'quarantined';
  if (condition.isPending) return 'pending';
  if (condition.isDisabled) return 'disabled';
  return condition.isDormant ? 'dormant' : 'active';
};

export const agentFlagsOf = ({ isDisabled, isDormant }: HostCondition): number =>
  (isDisabled ? 0 : agentFlag.enabled) | (isDormant ? agentFlag.dormant : 0);

/** What keeps a host from being given work at its next check-in. */
export const hostStateText: Record<HostState, string | null> = {
  active: null,
  dormant: 'The host has not been heard of for a while.',
  disabled: 'The host is disabled.',
  quarantined: 'The host is in quarantine.',
  pending: 'The host has not been accepted yet.',
  trash: 'The host is in the trash.',
};
