export interface Mapping {
  group: string;
  siteId: string;
  permissions: number;
}

/** What the groups of a user give in each site. Groups add up; one that nobody mapped gives nothing. */
export const mappedMask = (groups: readonly string[], mappings: readonly Mapping[]): Map<string, number> => {
  const held = new Set(groups);
  const masks = new Map<string, number>();
  for (const { group, siteId, permissions } of mappings)
    if (held.has(group)) masks.set(siteId, (masks.get(siteId) ?? 0) | permissions);
  return masks;
};

export interface Membership {
  siteId: string;
  permissions: number;
  isMapped: boolean;
}

/** What a sign-in changes: rights given by hand stay, those of a mapping become what the groups give now. */
export const membershipChanges = (
  held: readonly Membership[],
  masks: ReadonlyMap<string, number>,
): { saved: { siteId: string; permissions: number }[]; ended: string[] } => {
  const bySite = new Map(held.map((each) => [each.siteId, each]));
  const saved = [...masks].flatMap(([siteId, permissions]) => {
    const before = bySite.get(siteId);
    const isKept = before !== undefined && (!before.isMapped || before.permissions === permissions);
    return isKept ? [] : [{ siteId, permissions }];
  });
  const ended = held.filter(({ siteId, isMapped }) => isMapped && !masks.has(siteId));
  return { saved, ended: ended.map(({ siteId }) => siteId) };
};
