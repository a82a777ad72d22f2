import { constants } from '@patchkeep/contract/constants';
import type { Answer, Call } from '@patchkeep/contract/endpoint';
import { type GoalNarrowing, goals } from '@patchkeep/contract/goals';
import { hostTargets } from '@patchkeep/contract/host-targets';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/* Keys begin with "goal", the word of the hints about jobs. How far hosts are changes with their tasks. */
const fetchJobs = { verb: 'fetch', thing: 'deployment jobs' } as const;
const withTasks = { alsoOf: ['tasks'] as const };

export const fetchJobPage = (
  narrowing: Partial<GoalNarrowing>,
  cursor: string | undefined,
  limit: number,
  signal?: AbortSignal,
) =>
  call(
    goals.list,
    { query: { ...narrowing, limit, ...(cursor !== undefined && { cursor }) } },
    { operation: fetchJobs, ...(signal && { signal }) },
  );

/** From the newest on, as far back as somebody has looked. */
export const jobsQuery = (narrowing: Partial<GoalNarrowing>) =>
  infiniteQueryOptions({
    queryKey: ['goal', 'list', narrowing],
    queryFn: ({ pageParam, signal }) => fetchJobPage(narrowing, pageParam, constants.pageSize, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: withTasks,
  });

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['goal', 'one', id],
    queryFn: ({ signal }) => call(goals.read, { params: { id } }, { signal, operation: fetchJobs }),
    meta: withTasks,
  });

/** A page of the hosts of a job, each with how far every action is there. */
export const jobHostsQuery = (id: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['goal', 'hosts', id, cursor ?? ''],
    queryFn: ({ signal }) =>
      call(
        goals.hosts,
        { params: { id }, query: { limit: constants.pageSize, ...(cursor !== undefined && { cursor }) } },
        { signal, operation: fetchJobs },
      ),
    placeholderData: keepPreviousData,
    meta: { ...withTasks, isShownInPlace: true },
  });

export type TargetNarrowing = Partial<Omit<Call<typeof hostTargets.list>['query'], 'cursor' | 'limit'>>;

/** A page may be empty though others follow: then the next is asked for at once. */
export const fetchTargetPage = async (
  narrowing: TargetNarrowing,
  cursor: string | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<Answer<typeof hostTargets.list>> => {
  let page: Answer<typeof hostTargets.list> = { targets: [], nextCursor: cursor ?? null };
  do {
    const { nextCursor: next } = page;
    page = await call(
      hostTargets.list,
      { query: { ...narrowing, limit, ...(next !== null && { cursor: next }) } },
      { operation: fetchJobs, ...(signal && { signal }) },
    );
  } while (page.targets.length === 0 && page.nextCursor !== null);
  return page;
};

/** What jobs want on which hosts, from the newest job on, as far as somebody has looked. */
export const targetsQuery = (narrowing: TargetNarrowing) =>
  infiniteQueryOptions({
    queryKey: ['goal', 'targets', narrowing],
    queryFn: ({ pageParam, signal }) => fetchTargetPage(narrowing, pageParam, constants.pageSize, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { alsoOf: ['tasks', 'group', 'tag', 'host'] as const },
  });
