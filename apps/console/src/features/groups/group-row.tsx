import type { Group } from '@patchkeep/contract/groups';
import type { GroupNode } from '@patchkeep/rules/group-tree';
import { Link, useNavigate } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Folder from 'lucide-react/icons/folder';
import type { DragEvent } from 'react';
import { cx } from '../../ui/cx.ts';
import { formatNumber } from '../../ui/format.ts';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import s from './groups.module.css';

type DragListener = (event: DragEvent) => void;

export interface TreeActs {
  onNew: (parent: Group) => void;
  onRename: (group: Group) => void;
  /** Opens the list of groups to move to. */
  onMove: (group: Group) => void;
  /** Drops a group onto another, or onto the top level. */
  onDrop: (group: Group, parent: Group | null) => void;
  onDelete: (group: Group) => void;
  onInspect: (group: Group) => void;
}

export interface GroupRowProps {
  node: GroupNode<Group>;
  index: number;
  /** The one row that Tab reaches; arrows go on from there. */
  isCurrent: boolean;
  isClosed: boolean;
  isOver: boolean;
  onToggle: () => void;
  onFocus: () => void;
  acts: TreeActs | undefined;
  drag: Record<'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop', DragListener> | undefined;
}

export function GroupRow(props: GroupRowProps) {
  const { node, index, isCurrent, isClosed, acts } = props;
  const { group, level, hasChildren } = node;
  const Twist = isClosed ? ChevronRight : ChevronDown;
  const tabIndex = isCurrent ? 0 : -1;
  const navigate = useNavigate();
  return (
    <tr
      className={cx(s['row'], props.isOver && s['over'])}
      data-index={index}
      tabIndex={tabIndex}
      aria-level={level}
      aria-posinset={node.position}
      aria-setsize={node.siblingCount}
      {...(hasChildren && { 'aria-expanded': !isClosed })}
      onFocus={props.onFocus}
      draggable={props.drag !== undefined}
      {...props.drag}
    >
      <th scope="row">
        <span className={s['name']} style={{ paddingInlineStart: (level - 1) * 24 }}>
          {hasChildren ? (
            <button
              type="button"
              tabIndex={-1}
              className={s['twist']}
              aria-label={`${isClosed ? 'Open' : 'Close'} ${group.title}`}
              onClick={props.onToggle}
            >
              <Twist size={16} aria-hidden />
            </button>
          ) : (
            <span className={s['twist']} />
          )}
          <Folder size={16} aria-hidden />
          <Link
            to="/groups/hosts"
            search={{ groupUuid: group.uuid }}
            className={cx('plain-link', s['title'])}
            tabIndex={tabIndex}
            title={node.path}
            draggable={false}
          >
            {group.title}
          </Link>
        </span>
      </th>
      <td className={s['end']}>{formatNumber(group.hostCount)}</td>
      <td className={s['end']}>{formatNumber(group.totalHostCount)}</td>
      {acts && (
        <td className={s['acts']} aria-label={`Actions for ${group.title}`}>
          <MenuButton
            label={`Actions for ${group.title}`}
            icon={Ellipsis}
            isIconOnly
            variant="quiet"
            size="small"
            placement="bottom end"
          >
            <MenuItem
              id="applications"
              onAction={() => void navigate({ to: '/groups/applications', search: { groupUuid: group.uuid } })}
            >
              Applications
            </MenuItem>
            <MenuItem id="inspect" isDisabled={group.totalHostCount === 0} onAction={() => acts.onInspect(group)}>
              Inspect & update
            </MenuItem>
            <MenuItem id="new" onAction={() => acts.onNew(group)}>
              New group below...
            </MenuItem>
            <MenuItem id="rename" onAction={() => acts.onRename(group)}>
              Rename...
            </MenuItem>
            <MenuItem id="move" onAction={() => acts.onMove(group)}>
              Move to...
            </MenuItem>
            <MenuItem id="delete" tone="danger" onAction={() => acts.onDelete(group)}>
              Delete...
            </MenuItem>
          </MenuButton>
        </td>
      )}
    </tr>
  );
}
