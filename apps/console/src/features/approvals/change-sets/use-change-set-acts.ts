import { type ChangeSet, changeSets } from '@patchkeep/contract/change-sets';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';

/** An act may have been about hosts, groups, tags or rules. */
const touches = ['approvals', 'host', 'group', 'tag', 'ignoreRule', 'counts'] as const;
/** Not allowed, or no longer what it was: each comes with a sentence that says which. */
const refusals = [400, 403, 409];

/** What can be done with a change that was made or asked for. A refusal of the server is told by `onRefused`. */
export const useChangeSetActs = (onDone: () => void, onRefused: (message: string) => void) => {
  const say = (text: string) => {
    onDone();
    notify({ tone: 'success', text });
  };
  const undo = useAct(
    ({ set, reason }: { set: ChangeSet; reason: string }) =>
      call(
        changeSets.undo,
        { params: { id: set.changeSetUuid }, body: { reason } },
        { operation: { verb: 'restore', thing: 'approvals' } },
      ),
    { touches, onRefused, refusals },
  );
  const confirm = useAct(
    (set: ChangeSet) =>
      call(
        changeSets.confirm,
        { params: { id: set.changeSetUuid }, body: { contentHash: set.contentHash } },
        { operation: { verb: 'approve', thing: 'approvals' } },
      ),
    { touches, onRefused, refusals },
  );
  const refuse = useAct(
    ({ set, reason }: { set: ChangeSet; reason: string }) =>
      call(
        changeSets.refuse,
        { params: { id: set.changeSetUuid }, body: { reason } },
        { operation: { verb: 'reject', thing: 'approvals' } },
      ),
    { touches, onRefused, refusals },
  );
  return {
    isPending: undo.isPending || confirm.isPending || refuse.isPending,
    undo: (set: ChangeSet, reason: string) =>
      undo.mutate(
        { set, reason },
        {
          onSuccess: () =>
            say(
              set.kind === 'approval'
                ? `Taken back: ${formatCount(set.changeCount, 'decision is', 'decisions are')} as before.`
                : `Taken back on ${formatCount(set.hosts, 'host')}: it is as before.`,
            ),
        },
      ),
    confirm: (set: ChangeSet) =>
      confirm.mutate(set, {
        onSuccess: () =>
          say(
            set.kind === 'approval'
              ? `Confirmed: it holds for ${formatCount(set.hosts, 'host')} now.`
              : `Confirmed and done on ${formatCount(set.hosts, 'host')}.`,
          ),
      }),
    refuse: (set: ChangeSet, reason: string) =>
      refuse.mutate(
        { set, reason },
        {
          onSuccess: ({ changeSet }) =>
            say(`${changeSet.state === 'withdrawn' ? 'Request withdrawn' : 'Request refused'}. Nothing was changed.`),
        },
      ),
  };
};

export type ChangeSetActs = ReturnType<typeof useChangeSetActs>;
