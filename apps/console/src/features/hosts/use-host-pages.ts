import type { HostFilter } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import type { Sort } from '../../ui/table/column.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { orderOf } from './host-search.ts';
import { hostPageQuery } from './hosts.queries.ts';

/** The pages of a list, one at a time. */
export const useHostPages = (filter: HostFilter, sort: Sort | null, within: 'site' | 'group' | 'tag') => {
  const { cursor, page } = usePageCursor(JSON.stringify([filter, sort]));
  const query = useQuery(hostPageQuery({ filter, ...orderOf(sort), cursor }, within));
  return { query, page: page(query.data?.nextCursor, query.isPlaceholderData) };
};
