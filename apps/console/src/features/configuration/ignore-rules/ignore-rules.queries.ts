import { applications } from '@patchkeep/contract/applications';
import { hosts } from '@patchkeep/contract/hosts';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';
import type { ScopedTarget } from './ignore-draft.ts';

/* Keys begin with "ignoreRule", the word of the hint after a change; how many hosts a rule touches comes with the counts. */

const fetchRules = { verb: 'fetch', thing: 'ignore rules' } as const;
const alsoOf = ['counts'] as const;

export const ignoreRulesQuery = queryOptions({
  queryKey: ['ignoreRule', 'list'],
  queryFn: ({ signal }) => call(ignoreRules.list, { query: {} }, { signal, operation: fetchRules }),
  select: (answer) => answer.ignoreRules,
  meta: { alsoOf },
});

export const previewQuery = (scoped: ScopedTarget | undefined) =>
  queryOptions({
    queryKey: ['ignoreRule', 'preview', scoped],
    queryFn: ({ signal }) =>
      call(ignoreRules.preview, { body: scoped ?? { target: {} } }, { signal, operation: fetchRules }),
    enabled: scoped !== undefined,
    placeholderData: keepPreviousData,
    // The dialog says itself that it does not know.
    meta: { isShownInPlace: true, alsoOf },
  });

export const foundApplicationsQuery = (q: string) =>
  queryOptions({
    queryKey: ['counts', 'found-applications', q],
    queryFn: ({ signal }) =>
      call(
        applications.list,
        { query: { ...(q !== '' && { q }), limit: 20 } },
        { signal, operation: { verb: 'fetch', thing: 'applications' } },
      ),
    select: (answer) => answer.applications,
    placeholderData: keepPreviousData,
  });

export const foundHostsQuery = (q: string) =>
  queryOptions({
    queryKey: ['host', 'found', q],
    queryFn: ({ signal }) =>
      call(
        hosts.list,
        { query: { ...(q !== '' && { q }), limit: 20 } },
        { signal, operation: { verb: 'fetch', thing: 'hosts' } },
      ),
    select: (answer) => answer.hosts,
    placeholderData: keepPreviousData,
  });
