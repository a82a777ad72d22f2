import type { FeedInfo, FeedState } from '@patchkeep/contract/feeds';

/** What is known of a feed's last contacts. */
export interface FeedStanding {
  revision: number;
  records: number;
  rejected: number;
  checkedAt: Date | null;
  changedAt: Date | null;
  failure: string | null;
  failedAt: Date | null;
}

const hourMs = 3_600_000;

const stateOf = (isOff: boolean, isStale: boolean, failure: string | null): FeedState => {
  if (isOff) return 'off';
  if (isStale) return 'stale';
  return failure === null ? 'fresh' : 'failed';
};

/** One rule for the page, the banner and the metric. A feed nobody ever had is as stale as can be. */
export const freshnessOf = (
  feed: { name: string; title: string; staleAfterHours: number },
  standing: FeedStanding | undefined,
  { isOff, now }: { isOff: boolean; now: Date },
): FeedInfo => {
  const contact = standing?.checkedAt ?? null;
  const age = contact === null ? Infinity : (now.getTime() - contact.getTime()) / hourMs;
  const isStale = !isOff && age > feed.staleAfterHours;
  const failure = standing?.failure ?? null;
  return {
    feed: feed.name,
    title: feed.title,
    state: stateOf(isOff, isStale, failure),
    isStale,
    lastContact: contact?.toISOString() ?? null,
    lastChange: standing?.changedAt?.toISOString() ?? null,
    staleAfterHours: feed.staleAfterHours,
    revision: standing?.revision ?? 0,
    records: standing?.records ?? 0,
    rejected: standing?.rejected ?? 0,
    failure,
    failed: standing?.failedAt?.toISOString() ?? null,
  };
};
