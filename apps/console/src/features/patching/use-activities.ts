import { useMemo } from 'react';
import { useLivePages } from '../../lib/use-live-pages.ts';
import type { ActivitySearch } from './activity-search.ts';
import { activitiesQuery } from './patching.queries.ts';

/** The activities from the newest on, as they come. */
export const useActivities = (search: ActivitySearch) => {
  // What is loaded is put in order here: another order asks for nothing.
  const { query, pages, live } = useLivePages(activitiesQuery({ ...search, sort: null }));
  return { query, live, activities: useMemo(() => pages?.flatMap(({ activities }) => activities), [pages]) };
};
