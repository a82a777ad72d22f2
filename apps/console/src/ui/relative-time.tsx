import { browserTimeZone, formatAbsolute, formatRelative } from './format.ts';
import { useNow } from './use-now.ts';

export interface RelativeTimeProps {
  at: Date | string;
  timeZone?: string;
  /** Adds the absolute time in words, where there is room for it. */
  isAbsoluteShown?: boolean;
}

export function RelativeTime({ at, timeZone = browserTimeZone(), isAbsoluteShown = false }: RelativeTimeProps) {
  const now = useNow();
  const date = typeof at === 'string' ? new Date(at) : at;
  const absolute = formatAbsolute(date, timeZone);
  return (
    <time dateTime={date.toISOString()} title={absolute}>
      {formatRelative(date, now)}
      {isAbsoluteShown && ` (${absolute})`}
    </time>
  );
}
