import { type FoundUpdate, windowsUpdates } from '@patchkeep/contract/windows-updates';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { markOld } from '../../lib/query-client.ts';
import { useAct } from '../../lib/use-act.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';

type Override = boolean | null;
type OverrideChanges = readonly { foundUpdateUuid: string; isApproved: Override }[];

const messageOf = (override: Override, count: number, hostName: string): string => {
  const updates = formatCount(count, 'update');
  if (override === null) return `${updates} on ${hostName} left to the policy.`;
  return override ? `${updates} approved on ${hostName}.` : `${updates} withheld on ${hostName}.`;
};

/** Approves, withholds or leaves to the policy what is found on one host, and takes that back again. */
export const useUpdateOverrides = (agentUuid: string, hostName: string) => {
  const queries = useQueryClient();
  const { mutate, isPending } = useAct(
    (updates: OverrideChanges) =>
      call(
        windowsUpdates.decide,
        { body: { agentUuid, updates: [...updates] } },
        { operation: { verb: 'update', thing: 'Windows updates' } },
      ),
    { touches: ['approvals', 'host'] },
  );
  const send = (updates: OverrideChanges, onDone: () => void) =>
    mutate(updates, {
      onSuccess: ({ isMismatch }) => {
        void markOld(queries, { queryKey: ['counts', 'host-results', agentUuid] });
        // Nobody did anything wrong: the host reported again since the list was drawn.
        if (isMismatch)
          notify({ tone: 'info', text: `${hostName} reported anew. Nothing was changed; this is the new list.` });
        else onDone();
      },
    });
  const setOverride = (chosen: readonly FoundUpdate[], override: Override, onDone: () => void) => {
    const wanted = chosen.map(({ foundUpdateUuid }) => ({ foundUpdateUuid, isApproved: override }));
    const former = chosen.map((update) => ({
      foundUpdateUuid: update.foundUpdateUuid,
      isApproved: update.override,
    }));
    send(wanted, () => {
      onDone();
      notify({
        tone: 'success',
        text: messageOf(override, chosen.length, hostName),
        undo: () => send(former, () => notify({ tone: 'info', text: 'As it was before.' })),
      });
    });
  };
  return { setOverride, isPending };
};
