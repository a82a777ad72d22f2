import { results } from '@patchkeep/contract/results';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { quietly } from '../../lib/quietly.ts';
import { optionNames, type ResultSearch } from './result-options.ts';

/* Keys begin with "counts": the hint comes when versions were judged or counted anew, whatever the cause. */

const alsoOf = ['ignoreRule', 'correction', 'approvals'] as const;

export const fullResultsQuery = (hostUuid: string, options: ResultSearch['options']) =>
  queryOptions({
    queryKey: ['counts', 'host-results', hostUuid, options],
    queryFn: (context) => {
      const shown = Object.fromEntries(optionNames.map((name) => [name, String(options[name])])) as Record<
        (typeof optionNames)[number],
        'true' | 'false'
      >;
      return quietly(context, (isPeriodic) =>
        call(
          results.full,
          { params: { id: hostUuid }, query: { ...shown, isPeriodic: isPeriodic ? 'true' : 'false' } },
          { signal: context.signal, operation: { verb: 'fetch', thing: 'applications' } },
        ),
      );
    },
    placeholderData: (before, query) => (query?.queryKey[2] === hostUuid ? keepPreviousData(before) : undefined),
    // The host itself is asked for too, and says so if it is not there; the list says what it could not fetch.
    meta: { isSilent: true, alsoOf },
  });

export const updateInfoQuery = (versionId: number, hostUuid: string) =>
  queryOptions({
    queryKey: ['counts', 'update-info', versionId, hostUuid],
    queryFn: ({ signal }) =>
      call(
        results.updateInfo,
        { params: { id: versionId, host: hostUuid } },
        { signal, operation: { verb: 'fetch', thing: 'update info' } },
      ),
    meta: { isSilent: true, alsoOf },
  });
