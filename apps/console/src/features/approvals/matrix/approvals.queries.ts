import { type ApprovalFilter, type ApprovalKind } from '@patchkeep/contract/approval-fields';
import { approvals } from '@patchkeep/contract/approvals';
import { constants } from '@patchkeep/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';
import { callsOf, pathOf, type Scope, scopeQuery } from '../approval-scope.ts';

/* Keys begin with "approvals", the word of the server's hint after a decision; the counts beside them move on their own. */

const alsoOf = ['counts', 'group', 'tag'] as const;
const fetchApprovals = { verb: 'fetch', thing: 'approvals' } as const;

export interface ApprovalsRequest {
  scope: Scope;
  kind: ApprovalKind;
  filter: ApprovalFilter;
  sort: 'name' | 'hosts' | 'status';
  order: 'asc' | 'desc';
}

interface Paged {
  cursor?: string | undefined;
  limit?: number;
  /** Also what the scopes below decided. */
  isWithBelow?: boolean;
}

export const fetchApprovalPage = (request: ApprovalsRequest, paged: Paged, signal?: AbortSignal) => {
  const { scope, kind, filter, sort, order } = request;
  const { cursor, limit = constants.pageSize, isWithBelow = false } = paged;
  const query = {
    ...filter,
    ...scopeQuery(scope),
    sort,
    order,
    limit,
    ...(cursor !== undefined && { cursor }),
    ...(isWithBelow && { recursive: 'true' as const, includeTagApprovals: 'true' as const }),
  };
  const options = { operation: fetchApprovals, ...(signal && { signal }) };
  return call(callsOf(scope, kind).list, { params: pathOf(scope), query }, options);
};

export const approvalPageQuery = (request: ApprovalsRequest, paged: Paged) =>
  queryOptions({
    queryKey: ['approvals', 'list', request, paged],
    queryFn: ({ signal }) => fetchApprovalPage(request, paged, signal),
    placeholderData: keepPreviousData,
    meta: { alsoOf },
  });

export const compareQuery = (kind: ApprovalKind, left: Scope, right: Scope) =>
  queryOptions({
    queryKey: ['approvals', 'compare', kind, left, right],
    queryFn: ({ signal }) =>
      call(
        approvals.compare,
        {
          query: {
            kind,
            leftLevel: left.level,
            ...(left.scopeUuid !== null && { leftUuid: left.scopeUuid }),
            rightLevel: right.level,
            ...(right.scopeUuid !== null && { rightUuid: right.scopeUuid }),
          },
        },
        { signal, operation: fetchApprovals },
      ),
    select: (answer) => answer.rows,
  });
