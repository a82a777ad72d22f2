import { browserTimeZone, formatAbsolute, formatRelative } from '../format.ts';
import { useNow } from '../use-now.ts';
import s from '../cell-lines.module.css';

/** Both ways to say when, in a row of a list: how long ago, and at which moment. */
export function TimeCell({ at }: { at: string }) {
  const now = useNow();
  const absolute = formatAbsolute(new Date(at), browserTimeZone());
  return (
    <time className={s['lines']} dateTime={at} title={absolute}>
      <span>{formatRelative(new Date(at), now)}</span>
      <span className={s['quiet']}>{absolute.slice(0, 16)}</span>
    </time>
  );
}
