import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import { durationText } from '@patchkeep/rules/duration-text';
import { restartDialog } from '@patchkeep/rules/restart-dialog';
import RotateCw from 'lucide-react/icons/rotate-cw';
import s from './restart-mock.module.css';

/** The dialog that people at a host will see. A picture of it: nothing in it can be pressed. */
export function RestartMock({ settings }: { settings: RestartSettings }) {
  const { title, message, snoozeSeconds, secondsUntilForce, delaySeconds } = settings;
  const isAsked = secondsUntilForce > 0;
  const { countdown, yes, later } = restartDialog({ title, message, snoozeSeconds, secondsLeft: secondsUntilForce });
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
          {isAsked ? countdown : `This computer restarts in ${durationText(delaySeconds)}.`}
        </p>
        {isAsked && (
          <p className={s['buttons']}>
            {later !== undefined && <span className={s['button']}>{later}</span>}
            <span className={s['button']} data-main="">
              {yes}
            </span>
          </p>
        )}
      </div>
      {isAsked && (
        <p className={s['note']}>
          Windows names the buttons Yes and No, and says above them what they mean. At the force time the system itself
          shows the title and the message, and counts down {durationText(delaySeconds)}.
        </p>
      )}
    </figure>
  );
}
