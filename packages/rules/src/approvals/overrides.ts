import type { ApprovalLevel, ApprovalStatus, OverrideCounts } from '@patchkeep/contract/approval-fields';

/** A customer's places, as far as one lies below another. */
export interface PlaceTree {
  siteIds: readonly string[];
  groups: readonly { groupId: string; parentId: string | null; siteId: string }[];
  tags: readonly { tagId: string; siteId: string }[];
}

const groupsBelow = (groupId: string, groups: PlaceTree['groups']): string[] => {
  const children = Map.groupBy(groups, ({ parentId }) => parentId);
  const found = new Set<string>();
  const walk = (parent: string) => {
    for (const child of children.get(parent) ?? [])
      if (child.groupId !== groupId && !found.has(child.groupId)) {
        found.add(child.groupId);
        walk(child.groupId);
      }
  };
  walk(groupId);
  return [...found];
};

/** Where a place may be overridden: the system by its sites, a site by its groups and tags, a group by those below it. */
export const placesBelow = (level: ApprovalLevel, scopeId: string, tree: PlaceTree): string[] => {
  if (level === 'system') return [...tree.siteIds];
  if (level === 'group') return groupsBelow(scopeId, tree.groups);
  if (level === 'tag') return [];
  return [
    ...tree.groups.filter(({ siteId }) => siteId === scopeId).map(({ groupId }) => groupId),
    ...tree.tags.filter(({ siteId }) => siteId === scopeId).map(({ tagId }) => tagId),
  ];
};

/** What the places below decided for themselves; `statuses` are those that have a row, `places` is how many there are. */
export const countOverrides = (places: number, statuses: Iterable<ApprovalStatus>): OverrideCounts => {
  const counts = { auto: 0, blocked: 0, manual: 0, outOfDate: 0, upToDate: 0, inherit: places };
  for (const status of statuses) {
    if (status === 'disabled') continue;
    counts.inherit--;
    if (status === 'auto' || status === 'blocked') counts[status]++;
    else {
      counts.manual++;
      counts[status === 'up-to-date' ? 'upToDate' : 'outOfDate']++;
    }
  }
  return counts;
};
