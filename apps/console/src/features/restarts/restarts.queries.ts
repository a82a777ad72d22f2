import type { Call } from '@patchkeep/contract/endpoint';
import { restarts } from '@patchkeep/contract/restarts';
import { tagKind } from '@patchkeep/contract/tags';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { tagsQuery } from '../../lib/site.queries.ts';

/* Keys begin with "host": a restart moves with what its host says. */

const fetchRestarts = { verb: 'fetch', thing: 'restarts' } as const;

export type RestartRequest = Call<typeof restarts.request>['body'];
/** Whom a restart is asked of, by the calls that ask and take back. */
export type RestartTargets = Call<typeof restarts.cancel>['body'];

export const restartOfHostQuery = (id: string) =>
  queryOptions({
    queryKey: ['host', 'restart', id],
    queryFn: ({ signal }) => call(restarts.ofHost, { params: { id } }, { signal, operation: fetchRestarts }),
  });

export const restartTagsQuery = queryOptions({
  ...tagsQuery,
  select: (answer) => answer.tags.filter((tag) => tag.tagKind === tagKind.RestartTag),
});

export const restartPreviewQuery = (restartTagUuid: string, body: RestartRequest) =>
  queryOptions({
    queryKey: ['host', 'restart-preview', restartTagUuid, body],
    queryFn: ({ signal }) =>
      call(restarts.preview, { params: { restartTagUuid }, body }, { signal, operation: fetchRestarts }),
    placeholderData: keepPreviousData,
    // What would happen is asked anew each time: hosts move meanwhile.
    staleTime: 0,
  });
