import { constants } from '@patchkeep/contract/constants';
import { goals } from '@patchkeep/contract/goals';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** Whose activity: of one application, job, group or host; of all without any. */
export interface JobActivityOf {
  channelTag?: string | undefined;
  goalUuid?: string | undefined;
  groupUuid?: string | undefined;
  hostUuid?: string | undefined;
}

export const fetchJobActivities = (
  { channelTag, goalUuid, groupUuid, hostUuid }: JobActivityOf,
  older: string | undefined,
  limit: number,
  signal?: AbortSignal,
) =>
  call(
    goals.activities,
    {
      query: {
        limit,
        ...(channelTag !== undefined && { channelTag }),
        ...(goalUuid !== undefined && { goalUuid }),
        ...(groupUuid !== undefined && { groupUuid }),
        ...(hostUuid !== undefined && { hostUuid }),
        ...(older !== undefined && { older }),
      },
    },
    { operation: { verb: 'fetch', thing: 'deployment activities' }, ...(signal && { signal }) },
  );

/** Its key begins with the word of the hints that come when hosts take, end or verify their work. */
export const jobActivitiesQuery = (of: JobActivityOf) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'of-jobs', of],
    queryFn: ({ pageParam, signal }) => fetchJobActivities(of, pageParam, constants.pageSize, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
    placeholderData: keepPreviousData,
    meta: { alsoOf: ['goal'] },
  });
