import { constants } from '@patchkeep/contract/constants';
import type { PagePath } from '@patchkeep/rules/pages';
import { Link, useNavigate } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { dayText, usePastDay, yesterday } from '../../domain/past-day.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import s from './past-day-banner.module.css';

const dashboards = 'Numbers of the end of this day (UTC). Changes are off; a card without a past says so.';
const applications =
  'Counted at the end of this day (UTC), with the verdicts and ignore rules of that day. EPSS scores are not kept. Rows open nothing: their pages show now.';

/** What a page shows of the past. A page that is not here has none. */
const pasts: Partial<Record<PagePath, string>> = {
  '/dashboard': dashboards,
  '/system-dashboard': dashboards,
  '/applications': applications,
  '/groups/applications': applications,
  '/tags/applications': applications,
  '/hosts':
    'What each host that is still here had installed at the end of this day (UTC), by the verdicts of that day, without ignore rules. Groups, tags and changes are off.',
  '/vulnerabilities':
    'CVEs that the site had at the end of this day (UTC). Severity and Exploited are as known today. Hosts and decisions of that day are not kept.',
};

/** Says that the page shows a day of the past, or that it cannot, and leads back. */
export function PastDayBanner({ page }: { page: PagePath | undefined }) {
  const day = usePastDay();
  const now = useNow();
  const navigate = useNavigate();
  if (day === undefined) return null;
  const past = page && pasts[page];
  return (
    <section className={s['banner']} aria-label="Day of the past">
      <History size={20} aria-hidden className={s['icon']} />
      <p className={s['words']}>
        {past === undefined ? (
          <>
            <strong>This page has no past: it shows now.</strong> The address asks for {dayText(day)}.
          </>
        ) : (
          <>
            <strong>As of {dayText(day)}.</strong> {past}
          </>
        )}
      </p>
      <div className={s['actions']}>
        {past !== undefined && (
          <DateField
            label="Day"
            min={constants.dateMinimum}
            max={yesterday(now)}
            note=""
            value={day}
            onChange={(asOf) => asOf !== null && void navigate({ to: '.', search: (old) => ({ ...old, asOf }) })}
          />
        )}
        <Link to="." search={({ asOf: _asOf, ...rest }) => rest} className={buttonClass()}>
          Back to now
        </Link>
      </div>
    </section>
  );
}
