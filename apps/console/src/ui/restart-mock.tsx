import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import RotateCw from 'lucide-react/icons/rotate-cw';
import s from './restart-mock.module.css';
import { durationWords } from './restart-words.ts';

/** The dialog that people at a host will see. A picture of it: nothing in it can be pressed. */
export function RestartMock({ settings }: { settings: RestartSettings }) {
  const { title, message, snoozeSeconds, secondsUntilForce, delaySeconds } = settings;
  const isAsked = secondsUntilForce > 0;
  return (
    <figure className={s['mock']}>
      <figcaption>What people at the host see</figcaption>
      <div className={s['window']}>
        <p className={s['title']}>
          <RotateCw size={16} aria-hidden />
          {title.trim() || '(no title)'}
        </p>
        <p className={s['message']}>{message.trim() || '(no message)'}</p>
        <p className={s['countdown']}>
          {isAsked
            ? `This computer restarts by itself in ${durationWords(secondsUntilForce)}.`
            : `This computer restarts in ${durationWords(delaySeconds)}.`}
        </p>
        {isAsked && (
          <p className={s['buttons']}>
            {snoozeSeconds > 0 && <span className={s['button']}>Later ({durationWords(snoozeSeconds)})</span>}
            <span className={s['button']} data-main="">
              Restart now
            </span>
          </p>
        )}
      </div>
      {isAsked && (
        <p className={s['note']}>
          Agents of this version do not ask yet. At the force time the system itself shows the title and the message,
          and counts down {durationWords(delaySeconds)}.
        </p>
      )}
    </figure>
  );
}
