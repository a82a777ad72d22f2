import { constants } from '@patchkeep/contract/constants';
import type { HostFilter } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sort } from '../../ui/table/column.ts';
import { orderOf } from './host-search.ts';
import { hostPageQuery } from './hosts.queries.ts';

/** The pages of a list, one at a time. Where one stands belongs to one filter and order; another begins at the top. */
export const useHostPages = (filter: HostFilter, sort: Sort | null, within: 'site' | 'group' | 'tag') => {
  const list = JSON.stringify([filter, sort]);
  const [place, setPlace] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = place.list === list ? place.cursors : [];
  const query = useQuery(hostPageQuery({ filter, ...orderOf(sort), cursor: cursors.at(-1) }, within));
  const next = query.data?.nextCursor;
  return {
    query,
    page: {
      from: cursors.length * constants.pageSize + 1,
      onNext:
        typeof next === 'string' && !query.isPlaceholderData
          ? () => setPlace({ list, cursors: [...cursors, next] })
          : undefined,
      onPrevious: cursors.length > 0 ? () => setPlace({ list, cursors: cursors.slice(0, -1) }) : undefined,
    },
  };
};
