import { errorTexts } from '@patchkeep/contract/errors';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useId } from 'react';
import { instanceId } from '../../lib/client.ts';
import type { FullScreen } from '../../lib/exceptions.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InstanceId } from './instance-id.tsx';
import s from './errors.module.css';

const texts: Record<FullScreen, { title: string; advice: string }> = {
  general: { title: errorTexts.generalFailureTitle, advice: errorTexts.generalFailureAdvice },
  chunk: { title: errorTexts.chunkTitle, advice: errorTexts.chunkAdvice },
};

/** Takes the place of the whole console: there is nothing left to go on with but a reload. */
export function FullScreenError({ kind }: { kind: FullScreen }) {
  const [titleId, adviceId] = [useId(), useId()];
  const { title, advice } = texts[kind];
  return (
    <div className={s['fullScreen']}>
      <div
        className={cx('card', s['card'])}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={adviceId}
      >
        <h1 id={titleId}>{title}</h1>
        <p id={adviceId} className={s['description']}>
          {advice}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing left to press */}
        <Button variant="primary" icon={RotateCw} autoFocus onPress={() => location.reload()}>
          Reload
        </Button>
        <InstanceId id={instanceId} />
      </div>
    </div>
  );
}
