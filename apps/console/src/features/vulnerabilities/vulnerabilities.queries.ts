import { constants } from '@patchkeep/contract/constants';
import { vulnerabilities } from '@patchkeep/contract/vulnerabilities';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import type { VulnerabilitiesRequest } from './vulnerability-search.ts';

export const fetchVulnerabilities = (
  request: VulnerabilitiesRequest,
  cursor: string | undefined,
  limit: number,
  signal?: AbortSignal,
) =>
  call(
    vulnerabilities.list,
    { query: { ...request, limit, ...(cursor !== undefined && { cursor }) } },
    { operation: { verb: 'fetch', thing: 'vulnerabilities' }, ...(signal && { signal }) },
  );

/** The key begins with the hint after a count; what was decided and ignored shows before that. */
export const vulnerabilitiesQuery = (request: VulnerabilitiesRequest, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['counts', 'vulnerabilities', request, cursor],
    queryFn: ({ signal }) => fetchVulnerabilities(request, cursor, constants.pageSize, signal),
    placeholderData: keepPreviousData,
    meta: { alsoOf: ['approvals', 'ignoreRule'] },
  });
