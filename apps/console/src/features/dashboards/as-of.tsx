import { browserTimeZone, formatAbsolute, formatRelative } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';

/** The moment the numbers are of. The page's clock ticks slowly: what is newer than its last tick is of now. */
export function AsOf({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatAbsolute(moment, browserTimeZone())}>
      As of {formatRelative(moment, moment > now ? moment : now)}
    </time>
  );
}
