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
    <nav aria-label="Steps">
      <ol className={s['steps']}>
        {jobSteps.map((step, index) => {
          const problem = problems[step];
          return (
            <li key={step}>
              <button
                type="button"
                className={cx(s['step'], problem !== undefined && s['wrong'])}
                aria-current={draft.step === step ? 'step' : undefined}
                onClick={() => onStep(step)}
              >
                <span className={s['number']} aria-hidden>
                  {problem === undefined ? index + 1 : <CircleAlert size={16} />}
                </span>
                <span className={s['stepWords']}>
                  <span className={s['stepName']}>{stepNames[step]}</span>
                  <span className={s['stepDetail']}>{problem ?? summaryOf(draft, step)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
