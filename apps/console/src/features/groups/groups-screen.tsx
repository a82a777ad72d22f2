import type { Group } from '@patchkeep/contract/groups';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import FolderTree from 'lucide-react/icons/folder-tree';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { groupsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DeleteGroupDialog, MoveGroupDialog, NewGroupDialog, RenameGroupDialog } from './group-dialogs.tsx';
import { GroupTree } from './group-tree.tsx';
import { InspectGroupPreview } from './inspect-group.tsx';
import { useGroupActs } from './use-group-acts.ts';
import s from './groups.module.css';

type Open =
  | { what: 'new'; group: Group | null }
  | { what: 'rename' | 'move' | 'delete' | 'inspect'; group: Group }
  | null;

export function GroupsScreen() {
  const query = useQuery(groupsQuery);
  const mayChange = useMay('canMakeChanges');
  const [open, setOpenState] = useState<Open>(null);
  const [refusal, setRefusal] = useState<string>();
  const setOpen = (next: Open) => {
    setOpenState(next);
    setRefusal(undefined);
  };
  const close = () => setOpen(null);
  // A dialog that was opened while a dragged group was still moving stays.
  const acts = useGroupActs({
    onDone: () => setOpenState((now) => (now === open ? null : now)),
    onRefused: setRefusal,
  });
  const groups = query.data;
  const newButton = mayChange && (
    <Button variant="primary" icon={Plus} data-act="new-group" onPress={() => setOpen({ what: 'new', group: null })}>
      New group
    </Button>
  );
  const dialog = { groups: groups ?? [], acts, refusal, onClose: close };
  return (
    <>
      <PageHead
        title={pages['/groups'].title}
        lead={groups && formatCount(groups.length, 'group')}
        actions={groups && groups.length > 0 && newButton}
      />
      {query.isPending && <Spinner isBlock />}
      {query.isError && !groups && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          Unable to fetch groups.
        </Banner>
      )}
      {groups?.length === 0 && (
        <div className={cx('card', s['frame'])}>
          <EmptyState icon={FolderTree} title="No groups yet" action={newButton}>
            A host is in one group, or in none. Groups form a tree, and what is decided for a group counts for the
            groups below it.
          </EmptyState>
        </div>
      )}
      {groups && groups.length > 0 && (
        <>
          <GroupTree
            groups={groups}
            acts={
              mayChange
                ? {
                    onNew: (group) => setOpen({ what: 'new', group }),
                    onRename: (group) => setOpen({ what: 'rename', group }),
                    onMove: (group) => setOpen({ what: 'move', group }),
                    onDelete: (group) => setOpen({ what: 'delete', group }),
                    onInspect: (group) => setOpen({ what: 'inspect', group }),
                    onDrop: (group, parent) =>
                      acts.move(group, parent?.uuid ?? null, parent ? `"${parent.title}"` : 'the top level'),
                  }
                : undefined
            }
          />
          <p className={s['note']}>
            Arrow keys move through the tree, Enter shows the hosts of a group
            {mayChange && '. Drag a group onto another to move it, or use Move to... in its menu'}.
          </p>
        </>
      )}
      {open === null && refusal !== undefined && (
        <Banner tone="danger" onDismiss={() => setRefusal(undefined)}>
          {refusal}.
        </Banner>
      )}
      {open?.what === 'new' && <NewGroupDialog {...dialog} parent={open.group} />}
      {open?.what === 'rename' && <RenameGroupDialog {...dialog} group={open.group} />}
      {open?.what === 'move' && <MoveGroupDialog {...dialog} group={open.group} />}
      {open?.what === 'delete' && <DeleteGroupDialog {...dialog} group={open.group} />}
      {open?.what === 'inspect' && <InspectGroupPreview group={open.group} onClose={close} />}
    </>
  );
}
