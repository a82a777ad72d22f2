import { usePastDay } from '../../domain/past-day.ts';
import { useSession } from '../../lib/use-stores.ts';
import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import s from './shell.module.css';

/** What paper lacks without the header of the console: which page of which site this is, and of when. */
export function PrintHead({ title }: { title: string | undefined }) {
  const siteName = useSession((session) => session.handshake?.currentSite?.siteName);
  const day = usePastDay();
  const parts = [title, siteName, day && `As of ${day}`, formatAbsolute(useNow(), browserTimeZone())];
  return <p className={s['printHead']}>{parts.filter((part) => part !== undefined).join(' · ')}</p>;
}
