import { staleWhileRevalidate } from '../../platform/stale-while-revalidate.ts';
import type { countByView } from './hosts.queries.ts';

type ViewCounts = { views: Awaited<ReturnType<typeof countByView>>; licencesInUse: number };

const lists = staleWhileRevalidate<number>({ sizeOf: (total) => total });
const views = staleWhileRevalidate<ViewCounts>({ sizeOf: ({ views: counts }) => Math.max(...Object.values(counts)) });

/** The totals above lists of hosts. What an act is checked against is never taken from here, it is counted. */
export const hostTotals = {
  lists,
  views,
  forget(siteId: string): void {
    lists.forget(siteId);
    views.forget(siteId);
  },
};
