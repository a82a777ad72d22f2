import { restarts } from '@patchkeep/contract/restarts';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import type { RestartRequest, RestartTargets } from './restarts.queries.ts';

const asking = { verb: 'request', thing: 'restarts' } as const;
const takingBack = { verb: 'remove', thing: 'restarts' } as const;
const touches = ['host'] as const;

/** Asking hosts to restart, and taking it back. */
export const useRestartActs = (onDone: () => void) => {
  // Undo outlives the dialog that offers it, so its words cannot wait for a callback of the dialog.
  const cancel = useAct(
    async (body: RestartTargets) => {
      const { count, tooLate } = await call(restarts.cancel, { body }, { operation: takingBack });
      const late = tooLate > 0 ? ` Too late for ${formatCount(tooLate, 'host')}: the deadline is over.` : '';
      notify({
        tone: count > 0 ? 'success' : 'warning',
        text: `Restart taken back on ${formatCount(count, 'host')}.${late}`,
      });
    },
    { touches },
  );
  const request = useAct(
    ({ tagUuid, body }: { tagUuid: string; body: RestartRequest }) =>
      call(
        restarts.request,
        { params: { restartTagUuid: tagUuid }, body },
        // The dialog shows how many hosts, when, and what their people will see.
        { operation: asking, ...(body.expectedCount !== undefined && { shown: { hosts: body.expectedCount } }) },
      ),
    { touches },
  );
  const makeTag = useAct(
    (tagName: string) =>
      call(
        tags.create,
        { body: { tagName, tagKind: tagKind.RestartTag } },
        { operation: { verb: 'create', thing: 'tags' } },
      ),
    { touches: ['tag'] },
  );
  return {
    isPending: request.isPending || cancel.isPending || makeTag.isPending,
    takeBack: (targets: RestartTargets) => cancel.mutate(targets),
    makeTag: makeTag.mutate,
    request: (tagUuid: string, targets: RestartTargets, more: Omit<RestartRequest, keyof RestartTargets>) =>
      request.mutate(
        { tagUuid, body: { ...targets, ...more } },
        {
          onAwaiting: onDone,
          onSuccess: ({ count }) => {
            onDone();
            notify({
              tone: 'success',
              text: `Restart requested on ${formatCount(count, 'host')}.`,
              // Once the deadline is over, hosts may have begun.
              ...(more.deadline !== undefined && { undo: () => cancel.mutate(targets) }),
            });
          },
        },
      ),
  };
};
