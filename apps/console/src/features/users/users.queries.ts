import { users } from '@patchkeep/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const usersQuery = (siteUuid: string) =>
  queryOptions({
    queryKey: ['user', siteUuid],
    queryFn: ({ signal }) =>
      call(users.list, { params: { id: siteUuid } }, { signal, operation: { verb: 'fetch', thing: 'site users' } }),
  });
