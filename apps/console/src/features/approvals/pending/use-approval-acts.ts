import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asFailure } from '../../../lib/failure.ts';
import { markOld } from '../../../lib/query-client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { isSystemWide } from './act-text.ts';
import { applyChange, type ChangeRequest, previewChange, undoChangeSet } from './change-request.ts';
import { pending } from './pending-store.ts';
import type { Confirmed } from './review-panel.tsx';

const previewNeeded = 428;
const conflict = 409;
const touches = ['approvals', 'host', 'counts'] as const;

/** Applying, looking again when something moved meanwhile, and taking back. */
export const useApprovalActs = (siteUuid: string, onDone: () => void) => {
  const queries = useQueryClient();
  const [review, setReview] = useState<{ request: ChangeRequest; round: number } | null>(null);

  const undo = useAct(({ id }: { id: string; title: string }) => undoChangeSet(id), {
    touches,
    onRefused: (text) => notify({ tone: 'warning', text }),
  });
  const takeBack = (changeSetUuid: string, title: string) =>
    undo.mutate(
      { id: changeSetUuid, title },
      {
        onSuccess: () => {
          pending.applied(null);
          notify({ tone: 'success', text: `Undone: ${title}.` });
        },
      },
    );

  const apply = useAct(
    async ({ request, confirmed }: { request: ChangeRequest; confirmed: Confirmed | null }) => {
      try {
        return await applyChange(request, confirmed ?? { isOverridingBelow: false });
      } catch (thrown) {
        const { type } = asFailure(thrown);
        if (type === previewNeeded) return { again: 'review' as const };
        // Hosts may have moved since the preview. If it can be previewed anew nobody else decided, and it is looked at again.
        if (type === conflict && confirmed && (await canPreview(request, confirmed.isOverridingBelow)))
          return { again: 'review' as const };
        throw thrown;
      }
    },
    { touches, onRefused: (text) => notify({ tone: 'danger', text }) },
  );

  const begin = (request: ChangeRequest) => setReview({ request, round: 0 });

  const run = (request: ChangeRequest, confirmed: Confirmed | null) =>
    apply.mutate(
      { request, confirmed },
      {
        onSuccess: (answer) => {
          if ('again' in answer) {
            setReview((now) => ({ request, round: now ? now.round + 1 : 0 }));
            return;
          }
          setReview(null);
          onDone();
          if (request.what === 'edits') pending.clear(siteUuid);
          const { changeSetUuid, state, title, hosts } = answer.changeSet;
          if (state === 'awaiting') {
            notify({ tone: 'info', text: `${title}: waits for a second administrator.` });
            return;
          }
          pending.applied({ siteUuid, changeSetUuid, title });
          notify({
            tone: 'success',
            text: `${title}: ${formatCount(hosts, 'host')}.`,
            undo: () => takeBack(changeSetUuid, title),
          });
        },
        onError: () => void markOld(queries, { queryKey: ['approvals'] }),
      },
    );

  return {
    isPending: apply.isPending || undo.isPending,
    review,
    begin,
    closeReview: () => setReview(null),
    confirm: (confirmed: Confirmed) => {
      if (review) run(review.request, confirmed);
    },
    /** Without a look, where nobody must look: not at system level, and the server says so when many hosts are touched. */
    applyAtOnce: (request: ChangeRequest) => (isSystemWide(request) ? begin(request) : run(request, null)),
    /** Ctrl+Z: the last pending edit, else what was applied last. */
    undoLast: (hasEdits: boolean) => {
      const last = pending.last(siteUuid);
      if (hasEdits) pending.dropLast(siteUuid);
      else if (last) takeBack(last.changeSetUuid, last.title);
      else notify({ tone: 'info', text: 'Nothing to undo here. Former changes are listed under Changes.' });
    },
  };
};

const canPreview = async (request: ChangeRequest, isOverridingBelow: boolean): Promise<boolean> => {
  try {
    await previewChange(request, isOverridingBelow);
    return true;
  } catch {
    return false;
  }
};
