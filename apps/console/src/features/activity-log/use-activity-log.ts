import { useMemo } from 'react';
import { useLivePages } from '../../lib/use-live-pages.ts';
import { activitiesQuery, type LogOf } from './activity-log.queries.ts';
import type { LogSearch } from './log-search.ts';

/** Agents and sign-ins give no hint of their own. */
const everyMs = 30_000;

/** The log from the newest on, as it is written. */
export const useActivityLog = (of: LogOf, search: LogSearch) => {
  const { query, pages, live } = useLivePages(activitiesQuery(of, search), everyMs);
  return {
    query,
    live,
    activities: useMemo(() => pages?.flatMap(({ activities }) => activities), [pages]),
    names: useMemo(
      () => Object.assign({}, ...(pages?.map(({ names }) => names) ?? [])) as Record<string, string>,
      [pages],
    ),
    checkpoint: pages?.[0]?.checkpoint ?? null,
  };
};
