import type { FirstStep } from '@patchkeep/contract/first-steps';
import { pageHref } from '@patchkeep/rules/site-address';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { siteOfTab } from '../../../lib/client.ts';
import { IconButton, LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { notify } from '../../../ui/notify.tsx';
import { DoneText, stepTexts } from './step-text.tsx';
import type { FirstSteps } from './use-first-steps.ts';
import s from './first-steps.module.css';

/** What a new site needs, with what of it is done. */
export function FirstStepsCard({ steps, isFolded, choose }: FirstSteps) {
  const doneCount = steps.filter(({ done }) => done !== null).length;
  const next = steps.find(({ done }) => done === null)?.step;
  const hide = () => {
    choose('hidden');
    // The button goes with the checklist.
    document.querySelector<HTMLElement>('#content h1')?.focus();
    notify({ tone: 'info', text: 'First steps hidden. The menu of dashboards shows them again.' });
  };
  return (
    <section className={cx('card', s['steps'])} aria-labelledby="first-steps">
      <div className={s['head']}>
        <h2 id="first-steps">First steps</h2>
        <span className="muted">
          {doneCount === steps.length ? 'All done' : `${doneCount} of ${steps.length} done`}
        </span>
        <div className="at-end">
          <IconButton
            icon={isFolded ? ChevronDown : ChevronUp}
            label={isFolded ? 'Show the steps' : 'Fold up the steps'}
            onPress={() => choose(isFolded ? 'open' : 'folded')}
          />
          <IconButton icon={X} label="Hide the first steps" onPress={hide} />
        </div>
      </div>
      <ol className={s['list']} hidden={isFolded}>
        {steps.map((step) => (
          <Step key={step.step} {...step} isNext={step.step === next} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, done, isNext }: FirstStep & { isNext: boolean }) {
  const { title, why, place } = stepTexts[step];
  const Icon = done === null ? Circle : CircleCheck;
  return (
    <li className={s['step']}>
      <Icon size={20} className={cx(s['mark'], done !== null && s['done'])} aria-hidden />
      <div className={s['words']}>
        <h3>
          {title}
          <span className="visually-hidden">{done === null ? ' (open)' : ' (done)'}</span>
        </h3>
        <p className="muted">{done === null ? why : <DoneText step={step} done={done} />}</p>
      </div>
      {done === null && place && (
        <LinkButton variant={isNext ? 'primary' : 'plain'} href={pageHref(place.path, place.search, siteOfTab())}>
          {place.label}
        </LinkButton>
      )}
    </li>
  );
}
