import { pages } from '@patchkeep/rules/pages';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { jobDrafts, useJobDraft, useSiteUuid } from '../../../acts/jobs/job-draft-store.ts';
import { type JobDraft, type JobStep, jobSteps, newDraft } from '../../../acts/jobs/job-draft.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/days.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { JobBanner } from '../job-banner.tsx';
import { AppsStep } from './apps-step.tsx';
import { firstProblem, problemsOf } from './draft-text.ts';
import { useReach } from './job-review.tsx';
import { JobSteps, stepNames } from './job-steps.tsx';
import { NamingStep } from './naming-step.tsx';
import { TargetsStep } from './targets-step.tsx';
import { useUnconfigured } from './use-job-configs.ts';
import { useSendJob } from './use-send-job.ts';
import s from './create-job.module.css';

const { title: pageTitle } = pages['/deployment/create-job'];
const stepAfter = (step: JobStep): JobStep | undefined => jobSteps[jobSteps.indexOf(step) + 1];
const stepBefore = (step: JobStep): JobStep | undefined => jobSteps[jobSteps.indexOf(step) - 1];

/** The wizard. What stands in it outlives reloads and the way to other pages, for each site. */
export function CreateJobScreen() {
  const mayDeploy = useMay('canDeploySoftware');
  const { draft, serial } = useJobDraft();
  if (!mayDeploy)
    return (
      <>
        <PageHead title={pageTitle} />
        <EmptyState title="You may look at jobs, and not make any">
          It takes the right to make changes at this site.
        </EmptyState>
      </>
    );
  return <Wizard key={serial} kept={draft} />;
}

const headOf = (draft: JobDraft): { title: string; name?: string } => {
  const { editing } = draft;
  const [first] = editing?.jobs ?? [];
  if (!editing || !first) return { title: pageTitle };
  return { title: 'Edit Job', name: editing.before ? first.title : formatCount(editing.jobs.length, 'job') };
};

const sendText = ({ editing }: JobDraft, reached: number | undefined): string => {
  if (editing) return editing.jobs.length === 1 ? 'Save job' : `Save ${formatCount(editing.jobs.length, 'job')}`;
  return reached === undefined ? 'Create job' : `Create job on ${formatCount(reached, 'host')}`;
};

/** Ctrl+Enter goes on from anywhere, also from a button, which would take it for a press. Dialogs have their own. */
const useSubmitKey = (onSubmit: () => void) => {
  const submit = useEffectEvent(onSubmit);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      event.stopPropagation();
      submit();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
};

/** One page of the wizard. Whoever goes on by keys goes on from its beginning. */
function StepFrame({ step, isFirst, children }: { step: JobStep; isFirst: boolean; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  const arrive = useEffectEvent(() => {
    if (!isFirst) ref.current?.focus({ preventScroll: true });
  });
  useEffect(() => arrive(), []);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={`Step ${jobSteps.indexOf(step) + 1} of ${jobSteps.length}: ${stepNames[step]}`}
    >
      {children}
    </section>
  );
}

function Wizard({ kept }: { kept: JobDraft | null }) {
  const siteUuid = useSiteUuid();
  const navigate = useNavigate();
  const [hasAsked, setAsked] = useState(false);
  const [day] = useState(() => dayOf(new Date()));
  const draft: JobDraft = kept ?? { ...newDraft, savedAt: '' };
  const [arrivedAt, setArrivedAt] = useState<JobStep | null>(draft.step);
  const { data: reach } = useReach(draft, day).query;
  const unconfigured = useUnconfigured(draft.actions);
  const sending = useSendJob();
  const change = (part: Partial<JobDraft>) => {
    if (part.step !== undefined) setArrivedAt(null);
    jobDrafts.save(siteUuid, { ...draft, ...part });
  };
  const { step } = draft;
  const next = stepAfter(step);

  const goOn = () => {
    if (next) {
      change({ step: next });
      return;
    }
    const problem =
      firstProblem(draft) ?? (unconfigured === undefined ? undefined : { step: 'apps' as const, text: unconfigured });
    setAsked(true);
    if (problem) {
      notify({ tone: 'warning', text: `${problem.text}.` });
      change({ step: problem.step });
    } else if (!sending.isPending) sending.send({ draft, day, shown: reach?.agentCount });
  };
  const discard = () => {
    jobDrafts.close(siteUuid);
    if (kept)
      notify({
        tone: 'info',
        text: 'What you put together was discarded.',
        undo: () => jobDrafts.save(siteUuid, kept),
      });
    void navigate({ to: '/deployment/jobs' });
  };
  useSubmitKey(goOn);
  const before = stepBefore(step);

  return (
    <>
      <PageHead
        {...headOf(draft)}
        lead={
          kept && (
            <>
              draft kept <RelativeTime at={kept.savedAt} />
            </>
          )
        }
        actions={kept && <Button onPress={discard}>Discard</Button>}
      />
      <JobBanner />
      <div className={s['wizard']}>
        <JobSteps draft={draft} hasAsked={hasAsked} onStep={(to) => change({ step: to })} />
        <StepFrame key={step} step={step} isFirst={arrivedAt === step}>
          {step === 'apps' && <AppsStep draft={draft} onChange={change} />}
          {step === 'targets' && <TargetsStep draft={draft} onChange={change} />}
          {step === 'naming' && (
            <NamingStep
              draft={draft}
              day={day}
              problem={hasAsked || draft.title !== null ? problemsOf(draft).naming : undefined}
              onChange={change}
            />
          )}
        </StepFrame>
        <div className={s['foot']}>
          {before && <Button onPress={() => change({ step: before })}>Back to {stepNames[before]}</Button>}
          <span className={s['keys']}>
            <kbd>Ctrl</kbd>+<kbd>Enter</kbd>
          </span>
          <Button variant="primary" isPending={sending.isPending} onPress={goOn}>
            {next ? `Next: ${stepNames[next]}` : sendText(draft, reach?.agentCount)}
          </Button>
        </div>
      </div>
    </>
  );
}
