import { type FoundUpdate, windowsUpdates } from '@patchkeep/contract/windows-updates';
import { useQueryClient } from '@tanstack/react-query';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';

type Word = boolean | null;
type Said = readonly { foundUpdateUuid: string; isApproved: Word }[];

const saidWords = (word: Word, count: number, hostName: string): string => {
  const updates = formatCount(count, 'update');
  if (word === null) return `${updates} on ${hostName} left to the policy.`;
  return word ? `${updates} approved on ${hostName}.` : `${updates} withheld on ${hostName}.`;
};

/** Approves, withholds or leaves to the policy what is found on one host, and takes that back again. */
export const useUpdateWords = (agentUuid: string, hostName: string) => {
  const queries = useQueryClient();
  const { mutate, isPending } = useAct(
    (updates: Said) =>
      call(
        windowsUpdates.decide,
        { body: { agentUuid, updates: [...updates] } },
        { operation: { verb: 'update', thing: 'Windows updates' } },
      ),
    { touches: ['approvals', 'host'] },
  );
  const send = (updates: Said, onDone: () => void) =>
    mutate(updates, {
      onSuccess: ({ isMismatch }) => {
        void queries.invalidateQueries({ queryKey: ['counts', 'host-results', agentUuid] });
        // Nobody did anything wrong: the host reported again since the list was drawn.
        if (isMismatch)
          notify({ tone: 'info', text: `${hostName} reported anew. Nothing was changed; this is the new list.` });
        else onDone();
      },
    });
  const say = (chosen: readonly FoundUpdate[], word: Word, onDone: () => void) => {
    const wanted = chosen.map(({ foundUpdateUuid }) => ({ foundUpdateUuid, isApproved: word }));
    const former = chosen.map(({ foundUpdateUuid, ownWord }) => ({ foundUpdateUuid, isApproved: ownWord }));
    send(wanted, () => {
      onDone();
      notify({
        tone: 'success',
        text: saidWords(word, chosen.length, hostName),
        undo: () => send(former, () => notify({ tone: 'info', text: 'As it was before.' })),
      });
    });
  };
  return { say, isPending };
};
