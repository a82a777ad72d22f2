import type { ApprovalStatus, OverrideCounts } from '@patchkeep/contract/approval-fields';

/** What the scopes below decided for themselves; `statuses` are those that have a row, `scopes` is how many there are. */
export const countOverrides = (scopes: number, statuses: Iterable<ApprovalStatus>): OverrideCounts => {
  const counts = { auto: 0, blocked: 0, manual: 0, outOfDate: 0, upToDate: 0, inherit: scopes };
  for (const status of statuses) {
    if (status === 'disabled') continue;
    counts.inherit--;
    if (status === 'auto' || status === 'blocked') counts[status]++;
    else {
      counts.manual++;
      counts[status === 'up-to-date' ? 'upToDate' : 'outOfDate']++;
    }
  }
  return counts;
};
