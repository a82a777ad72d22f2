import { agentFlag, type HostState } from '@patchkeep/contract/hosts';

/** What decides a host's state. */
export interface HostCondition {
  isTrashed: boolean;
  isQuarantined: boolean;
  isPending: boolean;
  isDisabled: boolean;
  /** Never heard of since it enrolled counts as heard of then. */
  lastSeenMs: number;
}

const dayMs = 86_400_000;

export const isDormant = (lastSeenMs: number, nowMs: number, dormancyDays: number): boolean =>
  nowMs - lastSeenMs > dormancyDays * dayMs;

/** One word for a host, worst news first. */
export const hostState = (condition: HostCondition, nowMs: number, dormancyDays: number): HostState => {
  if (condition.isTrashed) return 'trash';
  if (condition.isQuarantined) return 'quarantined';
  if (condition.isPending) return 'pending';
  if (condition.isDisabled) return 'disabled';
  return isDormant(condition.lastSeenMs, nowMs, dormancyDays) ? 'dormant' : 'active';
};

export const agentFlagsOf = (condition: HostCondition, nowMs: number, dormancyDays: number): number =>
  (condition.isDisabled ? 0 : agentFlag.enabled) |
  (isDormant(condition.lastSeenMs, nowMs, dormancyDays) ? agentFlag.dormant : 0);
