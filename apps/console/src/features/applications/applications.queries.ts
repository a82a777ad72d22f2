import { applications } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { corrections } from '@patchkeep/contract/corrections';
import type { Answer } from '@patchkeep/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dayText } from '../../domain/past-day.ts';
import { call } from '../../lib/client.ts';
import { asFailure } from '../../lib/failure.ts';
import type { ApplicationsRequest } from './application-search.ts';

/* Keys begin with "counts", the word of the server's hint after a count: every number on these screens moves then. */

/** What we decided and corrected shows before it is counted. */
const alsoOf = ['ignoreRule', 'correction'] as const;
const fetchApplications = { verb: 'fetch', thing: 'applications' } as const;

/** Whose applications: the site's, or those of one group or tag. */
export type Within = { kind: 'site' } | { kind: 'group' | 'tag'; id: string };
type Paged = { cursor?: string | undefined; limit?: number };

const withCursor = <T extends object>(query: T, { cursor, limit = constants.pageSize }: Paged) => ({
  ...query,
  limit,
  ...(cursor !== undefined && { cursor }),
});

export const fetchApplicationPage = (
  request: ApplicationsRequest,
  within: Within,
  paged: Paged,
  signal?: AbortSignal,
) => {
  const query = withCursor(request, paged);
  const options = { operation: fetchApplications, ...(signal && { signal }) };
  if (within.kind === 'group') return call(applications.ofGroup, { params: { id: within.id }, query }, options);
  if (within.kind === 'tag') return call(applications.ofTag, { params: { id: within.id }, query }, options);
  return call(applications.list, { query }, options);
};

export const applicationPageQuery = (request: ApplicationsRequest, within: Within, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'applications', within, request, cursor],
    queryFn: ({ signal }) => fetchApplicationPage(request, within, { cursor }, signal),
    placeholderData: keepPreviousData,
    // Of a day that is not kept, the list itself says so.
    meta: { isShownInPlace: request.asOf !== undefined },
  });

/** Why the list of a past day could not be told, where it is for want of history. */
export const notKeptText = (thrown: unknown): string | undefined => {
  const since = thrown ? asFailure(thrown).info?.['keptSince'] : undefined;
  return typeof since === 'string' ? `Lists of applications are kept from ${dayText(since)} on.` : undefined;
};

export interface VersionsRequest {
  applicationId: number;
  status?: 'ok' | 'eol' | 'insecure' | 'zeroday';
}

export const fetchVersionPage = (request: VersionsRequest, paged: Paged, signal?: AbortSignal) =>
  call(
    applications.versions,
    { query: withCursor(request, paged) },
    { operation: { verb: 'fetch', thing: 'versions' }, ...(signal && { signal }) },
  );

export const versionPageQuery = (request: VersionsRequest, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'versions', request, cursor],
    queryFn: ({ signal }) => fetchVersionPage(request, { cursor }, signal),
    placeholderData: keepPreviousData,
    meta: { isMissingShown: true },
  });

export interface ApplicationHostsRequest extends VersionsRequest {
  isExploited?: 'true';
  cveId?: string;
  versionId?: number;
  groupUuid?: string;
  tagUuid?: string;
  q?: string;
}

export const fetchApplicationHostPage = (request: ApplicationHostsRequest, paged: Paged, signal?: AbortSignal) =>
  call(
    applications.hosts,
    { query: withCursor(request, paged) },
    { operation: { verb: 'fetch', thing: 'hosts' }, ...(signal && { signal }) },
  );

export const applicationHostPageQuery = (request: ApplicationHostsRequest, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'application-hosts', request, cursor],
    queryFn: ({ signal }) => fetchApplicationHostPage(request, { cursor }, signal),
    placeholderData: keepPreviousData,
    meta: { isMissingShown: true },
  });

export interface IssuesRequest {
  applicationId: number;
  versionId?: number;
}

export const fetchIssuePage = (request: IssuesRequest, paged: Paged, signal?: AbortSignal) =>
  call(
    applications.issues,
    { query: withCursor(request, paged) },
    { operation: { verb: 'fetch', thing: 'CVE info' }, ...(signal && { signal }) },
  );

export const issuePageQuery = (request: IssuesRequest, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'issues', request, cursor],
    queryFn: ({ signal }) => fetchIssuePage(request, { cursor }, signal),
    placeholderData: keepPreviousData,
    meta: { isMissingShown: true },
  });

export type Cve = Answer<typeof applications.cve>;

export const cveQuery = (id: string) =>
  queryOptions({
    queryKey: ['counts', 'cve', id],
    queryFn: ({ signal }) =>
      call(applications.cve, { params: { id } }, { signal, operation: { verb: 'fetch', thing: 'CVE info' } }),
    meta: { alsoOf, isMissingShown: true },
  });

export const correctionsQuery = queryOptions({
  queryKey: ['counts', 'corrections'],
  queryFn: ({ signal }) => call(corrections.list, {}, { signal, operation: fetchApplications }),
  meta: { alsoOf },
  select: (answer) => answer.corrections,
});
