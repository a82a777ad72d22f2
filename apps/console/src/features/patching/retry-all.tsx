import { type PackageActivity, retryLimit } from '@patchkeep/contract/activities';
import { keyOfArticle } from '@patchkeep/rules/kb';
import { RetryButton } from '../../acts/retry-button.tsx';
import { formatCount } from '../../ui/format.ts';
import type { ActivitySearch } from './activity-search.ts';

interface RetryAllProps {
  search: ActivitySearch;
  activities: readonly PackageActivity[] | undefined;
  hasOlder: boolean;
}

/** Beside a list of what waits for a person: all of it is tried again, if it can be named. */
export function RetryAll({ search, activities = [], hasOlder }: RetryAllProps) {
  const { kind, result, channelTag, kbArticle, hostUuid, groupUuid, title, startTime, endTime } = search;
  if (result !== 'unsolved' || activities.length === 0) return null;
  if (!hasOlder && activities.length <= retryLimit) {
    const choice = { activityUuid: activities.map(({ activityUuid }) => activityUuid) };
    return <RetryButton what={formatCount(activities.length, 'failed update')} choice={choice} />;
  }
  if ([hostUuid, groupUuid, title, startTime, endTime].some((each) => each !== undefined)) return null;
  const subject = kind === 'app' ? channelTag : kbArticle && keyOfArticle(kbArticle);
  return <RetryButton what="all failed updates" choice={{ kind, ...(subject !== undefined && { subject }) }} />;
}
