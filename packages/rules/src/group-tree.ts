export interface TreeGroup {
  uuid: string;
  parentUuid: string | null;
  title: string;
}

/** A group where it stands in the tree. */
export interface GroupNode<G extends TreeGroup> {
  group: G;
  /** 1 at the top. */
  level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  siblingCount: number;
  hasChildren: boolean;
  /** From the top to the group: "Servers / ERP". */
  path: string;
}

const byTitle = (a: TreeGroup, b: TreeGroup): number =>
  a.title.localeCompare(b.title, 'en', { sensitivity: 'base', numeric: true }) || (a.uuid < b.uuid ? -1 : 1);

/** The groups in the order a tree shows them; what is below a closed one is left out. A stray parent counts as none. */
export const flattenGroups = <G extends TreeGroup>(
  groups: readonly G[],
  isClosed: (uuid: string) => boolean = () => false,
): GroupNode<G>[] => {
  const known = new Set(groups.map(({ uuid }) => uuid));
  const children = Map.groupBy(groups, ({ parentUuid }) =>
    parentUuid !== null && known.has(parentUuid) ? parentUuid : null,
  );
  const nodes: GroupNode<G>[] = [];
  const walk = (parent: string | null, level: number, above: string) => {
    const siblings = (children.get(parent) ?? []).toSorted(byTitle);
    for (const [index, group] of siblings.entries()) {
      const path = above === '' ? group.title : `${above} / ${group.title}`;
      const hasChildren = children.has(group.uuid);
      nodes.push({ group, level, position: index + 1, siblingCount: siblings.length, hasChildren, path });
      if (hasChildren && !isClosed(group.uuid)) walk(group.uuid, level + 1, path);
    }
  };
  walk(null, 1, '');
  return nodes;
};

/** A group may move anywhere but into itself and what is below it; where it stands already is no move. */
export const canMoveGroup = (
  groups: readonly Pick<TreeGroup, 'uuid' | 'parentUuid'>[],
  moved: string,
  parent: string | null,
): boolean => {
  const byId = new Map(groups.map((group) => [group.uuid, group]));
  if (byId.get(moved)?.parentUuid === parent) return false;
  const seen = new Set<string>();
  for (let at = parent; at !== null && !seen.has(at); at = byId.get(at)?.parentUuid ?? null) {
    if (at === moved) return false;
    seen.add(at);
  }
  return byId.has(moved) && (parent === null || byId.has(parent));
};
