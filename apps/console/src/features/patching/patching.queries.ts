import { activities } from '@patchkeep/contract/activities';
import { constants } from '@patchkeep/contract/constants';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import type { ActivitySearch } from './activity-search.ts';

/* Keys begin with "tasks", the word of the hints that come when hosts take, end or verify their work. */

/** One page of activities; a group is asked through its own list, which reaches the groups below it. */
export const fetchActivities = (
  {
    kind,
    title,
    groupUuid,
    hostUuid,
    channelTag,
    kbArticle,
    result,
    startTime,
    endTime,
    showSuperseded,
  }: ActivitySearch,
  older: string | undefined,
  limit: number,
  signal?: AbortSignal,
) => {
  const query = {
    limit,
    showSuperseded: showSuperseded ? ('true' as const) : ('false' as const),
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(hostUuid !== undefined && { hostUuid }),
    ...(channelTag !== undefined && { channelTag }),
    ...(kbArticle !== undefined && { kbArticle }),
    ...(result !== undefined && { result }),
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    ...(older !== undefined && { older }),
  };
  const options = {
    operation: { verb: 'fetch', thing: kind === 'app' ? 'package activities' : 'patching activities' } as const,
    ...(signal && { signal }),
  };
  if (groupUuid !== undefined) {
    const ofGroup = kind === 'app' ? activities.packagesOfGroup : activities.windowsUpdatesOfGroup;
    return call(ofGroup, { params: { id: groupUuid }, query }, options);
  }
  return call(kind === 'app' ? activities.packages : activities.windowsUpdates, { query }, options);
};

/** From the newest on, as far back as somebody has looked. */
export const activitiesQuery = (search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'activities', search],
    queryFn: ({ pageParam, signal }) => fetchActivities(search, pageParam, constants.pageSize, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
    placeholderData: keepPreviousData,
  });

/** What one host was told lately, applications and Windows updates together. */
export const hostTasksQuery = (hostUuid: string) =>
  queryOptions({
    queryKey: ['tasks', 'of-host', hostUuid],
    queryFn: async ({ signal }) => {
      const search = {
        title: '',
        hostUuid,
        groupUuid: undefined,
        channelTag: undefined,
        kbArticle: undefined,
        result: undefined,
        startTime: undefined,
        endTime: undefined,
        showSuperseded: false,
        sort: null,
      };
      const [applications, updates] = await Promise.all([
        fetchActivities({ ...search, kind: 'app' }, undefined, constants.pageSizeMax, signal),
        fetchActivities({ ...search, kind: 'wua' }, undefined, constants.pageSizeMax, signal),
      ]);
      return {
        tasks: [...applications.activities, ...updates.activities],
        hasOlder: applications.older !== null || updates.older !== null,
      };
    },
    // The table of tasks says so itself.
    meta: { isShownInPlace: true },
  });
