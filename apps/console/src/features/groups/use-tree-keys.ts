import type { Group } from '@patchkeep/contract/groups';
import type { GroupNode } from '@patchkeep/rules/group-tree';
import type { KeyboardEvent, RefObject } from 'react';

interface TreeKeys {
  treeRef: RefObject<HTMLTableElement | null>;
  nodes: readonly GroupNode<Group>[];
  current: number;
  setCurrent: (index: number) => void;
  isClosed: (uuid: string) => boolean;
  setClosed: (uuid: string, isClosed: boolean) => void;
  onOpen: (group: Group) => void;
  onRename: ((group: Group) => void) | undefined;
  onDelete: ((group: Group) => void) | undefined;
}

/** The keys of a tree: up and down through what is shown, right opens or goes in, left closes or goes out. */
export const useTreeKeys = (tree: TreeKeys) => {
  const { nodes, current } = tree;
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(nodes.length - 1, index));
    tree.setCurrent(next);
    tree.treeRef.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  };
  const act = (key: string): boolean => {
    const node = nodes[current];
    if (!node) return false;
    const { group, hasChildren, level } = node;
    switch (key) {
      case 'ArrowDown':
      case 'j':
        moveTo(current + 1);
        return true;
      case 'ArrowUp':
      case 'k':
        moveTo(current - 1);
        return true;
      case 'Home':
        moveTo(0);
        return true;
      case 'End':
        moveTo(nodes.length - 1);
        return true;
      case 'ArrowRight':
        if (hasChildren && tree.isClosed(group.uuid)) tree.setClosed(group.uuid, false);
        else if (hasChildren) moveTo(current + 1);
        return true;
      case 'ArrowLeft':
        if (hasChildren && !tree.isClosed(group.uuid)) tree.setClosed(group.uuid, true);
        else if (level > 1) moveTo(nodes.slice(0, current).findLastIndex((other) => other.level < level));
        return true;
      case 'Enter':
        tree.onOpen(group);
        return true;
      case 'F2':
        tree.onRename?.(group);
        return true;
      case 'Delete':
        tree.onDelete?.(group);
        return true;
      default:
        return false;
    }
  };
  return (event: KeyboardEvent<HTMLTableElement>) => {
    // A link or a menu inside the row keeps its own keys, and so does a menu that stands elsewhere in the document.
    if (!(event.target instanceof HTMLElement) || event.target.dataset['index'] === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event.key)) event.preventDefault();
  };
};
