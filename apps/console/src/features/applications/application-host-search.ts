import { cveId as cveIdSchema } from '@patchkeep/contract/applications';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';
import { statusOf } from './application-search.ts';
import type { ApplicationHostsRequest } from './applications.queries.ts';

/** What narrows the hosts of an application. */
export interface ApplicationHostSearch {
  versionId: number | undefined;
  status: VulnerabilityStatus | undefined;
  isExploited: boolean;
  /** Only hosts on which this CVE is open. */
  cveId: string | undefined;
  group: string | undefined;
  tag: string | undefined;
  q: string;
}

/** The id as the server takes it; anything else is none. */
export const cveIdOf = (text: string | undefined): string | undefined => {
  const read = cveIdSchema.safeParse(text?.trim().toUpperCase());
  return read.success ? read.data : undefined;
};

export const noHostSearch: ApplicationHostSearch = {
  versionId: undefined,
  status: undefined,
  isExploited: false,
  cveId: undefined,
  group: undefined,
  tag: undefined,
  q: '',
};

export const chipsOf = ({ versionId, status, isExploited, cveId, group, tag }: ApplicationHostSearch): Filter[] => [
  ...chip('version', 'is', versionId?.toString()),
  ...chip('status', 'is', status),
  ...chip('mark', 'is', isExploited ? 'exploited' : undefined),
  ...chip('cve', 'is', cveId),
  ...chip('group', 'under', group),
  ...chip('tag', 'is', tag),
];

export const withChips = (search: ApplicationHostSearch, filters: readonly Filter[]): ApplicationHostSearch => {
  const version = Number(valueIn(filters, 'version'));
  return {
    ...search,
    versionId: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    status: statusOf(valueIn(filters, 'status')),
    isExploited: valueIn(filters, 'mark') === 'exploited',
    cveId: cveIdOf(valueIn(filters, 'cve')),
    group: valueIn(filters, 'group'),
    tag: valueIn(filters, 'tag'),
  };
};

/** Only what differs from the plain list stands in the address. */
export const writeHostSearch = ({ versionId, status, isExploited, cveId, group, tag, q }: ApplicationHostSearch) => ({
  ...(versionId !== undefined && { versionId }),
  ...(status !== undefined && { status }),
  ...(isExploited && { mark: 'exploited' }),
  ...(cveId !== undefined && { cve: cveId }),
  ...(group !== undefined && { group }),
  ...(tag !== undefined && { tag }),
  ...(q !== '' && { q }),
});

/** What the server is asked for. */
export const hostsAskedOf = (
  applicationId: number,
  { versionId, status, isExploited, cveId, group, tag, q }: ApplicationHostSearch,
): ApplicationHostsRequest => ({
  applicationId,
  ...(versionId !== undefined && { versionId }),
  ...(status !== undefined && { status }),
  ...(isExploited && { isExploited: 'true' as const }),
  ...(cveId !== undefined && { cveId }),
  ...(group !== undefined && { groupUuid: group }),
  ...(tag !== undefined && { tagUuid: tag }),
  ...(q.trim() !== '' && { q: q.trim() }),
});
