import { type Goal, goals } from '@patchkeep/contract/goals';
import { useNavigate } from '@tanstack/react-router';
import { jobDrafts, useSiteUuid } from '../../../acts/jobs/job-draft-store.ts';
import type { JobDraft } from '../../../acts/jobs/job-draft.ts';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { tellOfJob } from '../job-news.ts';
import { editOf, requestOf } from './draft-request.ts';
import { editedText, type MadeJob, madeNews } from './result-text.ts';

const saveJobs = { verb: 'save', thing: 'deployment jobs' } as const;

interface Sent {
  draft: JobDraft;
  day: string;
  /** How many hosts the preview showed. */
  shown: number | undefined;
}

const make = ({ draft, day, shown }: Sent): Promise<MadeJob> =>
  call(
    draft.starts === 'now' ? goals.deploy : goals.schedule,
    { body: { ...requestOf(draft, day), ...(shown !== undefined && { expectedCount: shown }) } },
    {
      operation: { verb: 'create', thing: 'deployment jobs' },
      ...(shown !== undefined && { shown: { hosts: shown } }),
    },
  );

/** One after the other: each is an act of its own, which may be looked at first or await a second person. */
const edit = async ({ draft }: Sent): Promise<Goal[]> => {
  const saved: Goal[] = [];
  for (const { goalUuid, serialNumber } of draft.editing?.jobs ?? []) {
    const answer = await call(
      goals.edit,
      { params: { id: goalUuid }, body: editOf(draft, serialNumber) },
      { operation: saveJobs },
    );
    saved.push(answer.goal);
  }
  return saved;
};

/** Sends the job on its way: makes it, or saves what was edited. What came of it is said in a banner. */
export const useSendJob = () => {
  const siteUuid = useSiteUuid();
  const navigate = useNavigate();
  const touches = ['goal', 'tasks', 'approvals'] as const;
  const making = useAct(make, { touches });
  const editing = useAct(edit, { touches });
  const leave = (goalUuid: string | null) => {
    jobDrafts.close(siteUuid);
    if (goalUuid === null) void navigate({ to: '/deployment/jobs' });
    else void navigate({ to: '/deployment/job-info', search: { goalUuid } });
  };
  return {
    isPending: making.isPending || editing.isPending,
    send: (sent: Sent) => {
      if (sent.draft.editing)
        editing.mutate(sent, {
          onAwaiting: () => leave(null),
          onSuccess: (saved) => {
            const [first] = saved;
            const only = saved.length === 1 && first ? first.goalUuid : null;
            tellOfJob({ siteUuid, tone: 'success', text: editedText(saved), goalUuid: only });
            leave(only);
          },
        });
      else
        making.mutate(sent, {
          onAwaiting: () => leave(null),
          onSuccess: (made) => {
            const news = madeNews(made, sent.draft, sent.day);
            tellOfJob({ siteUuid, ...news });
            // Nothing came of it: what was typed stays, so that other targets can be chosen.
            if (news.tone === 'success') leave(null);
            // The banner stands at the top of the page, and what was pressed at its end.
            else window.scrollTo(0, 0);
          },
        });
    },
  };
};
