import CircleAlert from 'lucide-react/icons/circle-alert';
import type { JobDraft, JobStep } from '../../../acts/jobs/job-draft.ts';
import { jobSteps } from '../../../acts/jobs/job-draft.ts';
import { cx } from '../../../ui/cx.ts';
import { problemsOf, summaryOf } from './draft-text.ts';
import s from './create-job.module.css';

export const stepNames: Record<JobStep, string> = { apps: 'Apps', targets: 'Targets', naming: 'Naming' };

/** What every page of the wizard is given. */
export interface StepProps {
  draft: JobDraft;
  onChange: (change: Partial<JobDraft>) => void;
}

interface JobStepsProps {
  draft: JobDraft;
  /** Somebody asked for what comes next, so what is missing is said. */
  hasAsked: boolean;
  onStep: (step: JobStep) => void;
}

/** The pages of the wizard. Each can be opened at any time. */
export function JobSteps({ draft, hasAsked, onStep }: JobStepsProps) {
  const problems = hasAsked ? problemsOf(draft) : {};
  return (
    <ol aria-label="Steps" className={s['steps']}>
      {jobSteps.map((step) => (
        <li key={step}>
          <StepButton
            step={step}
            isCurrent={draft.step === step}
            problem={problems[step]}
            summary={summaryOf(draft, step)}
            onPress={() => onStep(step)}
          />
        </li>
      ))}
    </ol>
  );
}

interface StepButtonProps {
  step: JobStep;
  isCurrent: boolean;
  problem: string | undefined;
  summary: string;
  onPress: () => void;
}

function StepButton({ step, isCurrent, problem, summary, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      className={cx(s['step'], problem !== undefined && s['wrong'])}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPress}
    >
      <span className={s['number']} aria-hidden>
        {problem === undefined ? jobSteps.indexOf(step) + 1 : <CircleAlert size={16} />}
      </span>
      <span className={s['stepWords']}>
        <span className={s['stepName']}>{stepNames[step]}</span>
        <span className={s['stepDetail']}>{problem ?? summary}</span>
      </span>
    </button>
  );
}
