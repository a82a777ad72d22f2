import { type ApprovalFilter, type ApprovalKind } from '@patchkeep/contract/approval-fields';
import { approvals } from '@patchkeep/contract/approvals';
import { constants } from '@patchkeep/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { callsOf, pathOf, type Place, scopeOf } from './approval-place.ts';

/* Keys begin with "approvals", the word of the server's hint after a decision; the counts beside them move on their own. */

const alsoOf = ['counts', 'group', 'tag'] as const;
const fetchApprovals = { verb: 'fetch', thing: 'approvals' } as const;

export interface ApprovalsAsked {
  place: Place;
  kind: ApprovalKind;
  filter: ApprovalFilter;
  sort: 'name' | 'hosts' | 'status';
  order: 'asc' | 'desc';
}

interface Paged {
  cursor?: string | undefined;
  limit?: number;
  /** Also what the places below decided. */
  isWithBelow?: boolean;
}

export const fetchApprovalPage = (asked: ApprovalsAsked, paged: Paged, signal?: AbortSignal) => {
  const { place, kind, filter, sort, order } = asked;
  const { cursor, limit = constants.pageSize, isWithBelow = false } = paged;
  const query = {
    ...filter,
    ...scopeOf(place),
    sort,
    order,
    limit,
    ...(cursor !== undefined && { cursor }),
    ...(isWithBelow && { recursive: 'true' as const, includeTagApprovals: 'true' as const }),
  };
  const options = { operation: fetchApprovals, ...(signal && { signal }) };
  return call(callsOf(place, kind).list, { params: pathOf(place), query }, options);
};

export const approvalPageQuery = (asked: ApprovalsAsked, paged: Paged) =>
  queryOptions({
    queryKey: ['approvals', 'list', asked, paged],
    queryFn: ({ signal }) => fetchApprovalPage(asked, paged, signal),
    placeholderData: keepPreviousData,
    meta: { alsoOf },
  });

export const compareQuery = (kind: ApprovalKind, left: Place, right: Place) =>
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
