import { type Group, groups } from '@patchkeep/contract/groups';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';

const touches = ['group', 'host'] as const;

interface Change {
  group: Pick<Group, 'uuid' | 'serialNumber'>;
  to: { title?: string; parentUuid?: string | null };
}
const change = ({ group, to }: Change) =>
  call(
    groups.update,
    { params: { id: group.uuid }, body: { ...to, serialNumber: group.serialNumber } },
    { operation: { verb: 'save', thing: 'groups' } },
  );

/** What can be done with groups. A rename and a move are done at once and can be taken back. */
export const useGroupActs = ({ onDone, onRefused }: { onDone: () => void; onRefused: (message: string) => void }) => {
  const options = { touches, onRefused };
  const making = useAct(
    (body: { title: string; parentUuid: string | null }) =>
      call(groups.create, { body }, { operation: { verb: 'create', thing: 'groups' } }),
    options,
  );
  const changing = useAct(change, options);
  const undoing = useAct(change, { touches });
  const removing = useAct(
    ({ group, moveHostsTo }: { group: Group; moveHostsTo: string }) =>
      call(
        groups.remove,
        { params: { id: group.uuid }, query: { moveHostsTo } },
        { operation: { verb: 'delete', thing: 'groups' } },
      ),
    options,
  );
  const say = (text: string, undo?: () => void) => {
    onDone();
    notify({ tone: 'success', text, ...(undo && { undo }) });
  };
  return {
    isPending: making.isPending || changing.isPending || removing.isPending,
    create: (title: string, parentUuid: string | null) =>
      making.mutate({ title, parentUuid }, { onSuccess: (made) => say(`Group "${made.title}" made.`) }),
    rename: (group: Group, title: string) =>
      changing.mutate(
        { group, to: { title } },
        {
          onSuccess: (renamed) =>
            say(`Group renamed to "${title}".`, () => undoing.mutate({ group: renamed, to: { title: group.title } })),
        },
      ),
    move: (group: Group, parentUuid: string | null, parentName: string) =>
      changing.mutate(
        { group, to: { parentUuid } },
        {
          onAwaiting: onDone,
          onSuccess: (moved) =>
            say(`"${group.title}" moved to ${parentName}.`, () =>
              undoing.mutate({ group: moved, to: { parentUuid: group.parentUuid } }),
            ),
        },
      ),
    remove: (group: Group, moveHostsTo: string) =>
      removing.mutate(
        { group, moveHostsTo },
        {
          onAwaiting: onDone,
          onSuccess: () => say(`Group "${group.title}" deleted. ${formatCount(group.hostCount, 'host')} moved.`),
        },
      ),
  };
};

export type GroupActs = ReturnType<typeof useGroupActs>;
