/** A group as far as the tree is concerned. */
interface Node {
  group_id: string;
  parent_id: string | null;
}

/** A group and all below it. */
export const withDescendants = (groups: readonly Node[], rootId: string): string[] => {
  const children = Map.groupBy(groups, (group) => group.parent_id);
  const found: string[] = [];
  const visit = (id: string): void => {
    found.push(id);
    for (const child of children.get(id) ?? []) visit(child.group_id);
  };
  visit(rootId);
  return found;
};
