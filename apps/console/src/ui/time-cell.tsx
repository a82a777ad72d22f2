import { browserTimeZone, formatAbsolute, formatRelative } from './format.ts';
import s from './time-cell.module.css';
import { useNow } from './use-now.ts';

/** Both ways to say when, in a row of a list: how long ago, and at which moment. */
export function TimeCell({ at }: { at: string }) {
  const now = useNow();
  const absolute = formatAbsolute(new Date(at), browserTimeZone());
  return (
    <time className={s['time']} dateTime={at} title={absolute}>
      <span>{formatRelative(new Date(at), now)}</span>
      <span className={s['moment']}>{absolute.slice(0, 16)}</span>
    </time>
  );
}
