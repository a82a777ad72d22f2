import type { Group } from '@patchkeep/contract/groups';
import { canMoveGroup, flattenGroups } from '@patchkeep/rules/group-tree';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { GroupRow, type TreeActs } from './group-row.tsx';
import { useTreeKeys } from './use-tree-keys.ts';
import s from './groups.module.css';

export interface GroupTreeProps {
  groups: readonly Group[];
  /** Absent for those who may only look. */
  acts: TreeActs | undefined;
}

const onTop = 'top';

export function GroupTree({ groups, acts }: GroupTreeProps) {
  const [closed, setClosedIds] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setCurrent] = useState(0);
  const [dragged, setDragged] = useState<Group | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const treeRef = useRef<HTMLTableElement>(null);
  const navigate = useNavigate();
  const isClosed = (uuid: string) => closed.has(uuid);
  const nodes = flattenGroups(groups, isClosed);
  const current = Math.min(wanted, Math.max(0, nodes.length - 1));
  const setClosed = (uuid: string, isNow: boolean) => {
    const next = new Set(closed);
    if (isNow) next.add(uuid);
    else next.delete(uuid);
    setClosedIds(next);
  };
  const onKeyDown = useTreeKeys({
    treeRef,
    nodes,
    current,
    setCurrent,
    isClosed,
    setClosed,
    onOpen: ({ uuid }) => void navigate({ to: '/groups/hosts', search: { groupUuid: uuid } }),
    onRename: acts?.onRename,
    onDelete: acts?.onDelete,
  });

  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };
  /** Where a dragged group may be let go: a group, or the strip for the top level. */
  const dropOn = (target: Group | null) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged || !canMoveGroup(groups, dragged.uuid, target?.uuid ?? null)) return;
      event.preventDefault();
      setOver(target?.uuid ?? onTop);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged) acts?.onDrop(dragged, target);
      endDrag();
    },
  });

  return (
    <div className={cx('card', s['frame'])}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a tree with columns */}
      <table ref={treeRef} role="treegrid" aria-label="Groups" className={s['tree']} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col" className={s['end']}>
              Hosts
            </th>
            <th scope="col" className={s['end']}>
              In total
            </th>
            {acts && (
              <th scope="col" className={s['acts']}>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node, index) => (
            <GroupRow
              key={node.group.uuid}
              node={node}
              index={index}
              isCurrent={index === current}
              isClosed={isClosed(node.group.uuid)}
              isOver={over === node.group.uuid}
              onToggle={() => setClosed(node.group.uuid, !isClosed(node.group.uuid))}
              onFocus={() => setCurrent(index)}
              acts={acts}
              drag={
                acts && {
                  ...dropOn(node.group),
                  onDragStart: (event: DragEvent) => {
                    event.dataTransfer.setData('text/plain', node.group.title);
                    event.dataTransfer.effectAllowed = 'move';
                    setDragged(node.group);
                  },
                  onDragEnd: endDrag,
                }
              }
            />
          ))}
        </tbody>
      </table>
      {/* Below, because a row that moves when its drag begins ends the drag. */}
      {dragged && dragged.parentUuid !== null && (
        <div className={cx(s['topDrop'], over === onTop && s['over'])} {...dropOn(null)}>
          Drop here for the top level
        </div>
      )}
    </div>
  );
}
