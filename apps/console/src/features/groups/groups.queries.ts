import { groups } from '@patchkeep/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const groupsQuery = queryOptions({
  queryKey: ['group', 'list'],
  queryFn: ({ signal }) => call(groups.list, {}, { signal, operation: { verb: 'fetch', thing: 'groups' } }),
  select: (answer) => answer.groups,
});
