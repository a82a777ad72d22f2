import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import type { Filter } from '../../ui/table/filters.ts';
import { statusOf } from './application-search.ts';
import type { ApplicationHostsAsked } from './applications.queries.ts';

/** What narrows the hosts of an application. */
export interface ApplicationHostSearch {
  versionId: number | undefined;
  status: VulnerabilityStatus | undefined;
  group: string | undefined;
  tag: string | undefined;
  q: string;
}

export const noHostSearch: ApplicationHostSearch = {
  versionId: undefined,
  status: undefined,
  group: undefined,
  tag: undefined,
  q: '',
};

export const chipsOf = ({ versionId, status, group, tag }: ApplicationHostSearch): Filter[] => [
  ...(versionId === undefined ? [] : [{ field: 'version', op: 'is' as const, values: [String(versionId)] }]),
  ...(status === undefined ? [] : [{ field: 'status', op: 'is' as const, values: [status] }]),
  ...(group === undefined ? [] : [{ field: 'group', op: 'under' as const, values: [group] }]),
  ...(tag === undefined ? [] : [{ field: 'tag', op: 'is' as const, values: [tag] }]),
];

export const withChips = (search: ApplicationHostSearch, filters: readonly Filter[]): ApplicationHostSearch => {
  const valueOf = (field: string) => filters.find((filter) => filter.field === field)?.values[0];
  const version = Number(valueOf('version'));
  return {
    ...search,
    versionId: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    status: statusOf(valueOf('status')),
    group: valueOf('group'),
    tag: valueOf('tag'),
  };
};

/** Only what differs from the plain list stands in the address. */
export const writeHostSearch = ({ versionId, status, group, tag, q }: ApplicationHostSearch) => ({
  ...(versionId !== undefined && { versionId }),
  ...(status !== undefined && { status }),
  ...(group !== undefined && { group }),
  ...(tag !== undefined && { tag }),
  ...(q !== '' && { q }),
});

/** What the server is asked for. */
export const hostsAskedOf = (
  applicationId: number,
  { versionId, status, group, tag, q }: ApplicationHostSearch,
): ApplicationHostsAsked => ({
  applicationId,
  ...(versionId !== undefined && { versionId }),
  ...(status !== undefined && { status }),
  ...(group !== undefined && { groupUuid: group }),
  ...(tag !== undefined && { tagUuid: tag }),
  ...(q.trim() !== '' && { q: q.trim() }),
});
