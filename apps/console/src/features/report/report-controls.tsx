import { constants } from '@patchkeep/contract/constants';
import { monthsUpTo } from '@patchkeep/rules/report-period';
import { periodText } from '@patchkeep/rules/report/report-text';
import { useSession } from '../../lib/use-stores.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { ReportSearch } from './report-search.ts';
import s from './report.module.css';

const monthsShown = 13;

interface ReportControlsProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

/** Whose report of which days. */
export function ReportControls({ search, onSearch }: ReportControlsProps) {
  const handshake = useSession((session) => session.handshake);
  const now = useNow();
  const { scope, from, until } = search;
  const [thisMonth, ...before] = monthsUpTo(monthsShown, now);
  const months = before.map((days) => ({ value: `${days.from} ${days.until}`, label: periodText(days) }));
  const soFar = thisMonth && {
    value: `${thisMonth.from} ${thisMonth.until}`,
    label: 'This month so far',
  };
  const options = soFar ? [soFar, ...months] : months;
  const chosen = options.find(({ value }) => value === `${from} ${until}`);
  const choose = (value: string) => {
    const [first = from, last = until] = value.split(' ');
    onSearch({ scope, from: first, until: last });
  };
  return (
    <div className={s['controls']}>
      {handshake && handshake.sites.length > 1 && (
        <div className={s['choice']}>
          <Select
            label="Report of"
            options={[
              { value: 'site', label: handshake.currentSite?.siteName ?? 'This site' },
              { value: 'customer', label: 'All sites that you may see' },
            ]}
            value={scope}
            onChange={(value) => onSearch({ ...search, scope: value })}
          />
        </div>
      )}
      <div className={s['choice']}>
        <Select
          label="Month"
          placeholder="Another period"
          options={options}
          value={chosen?.value ?? null}
          onChange={choose}
        />
      </div>
      <DateField
        label="From"
        min={constants.dateMinimum}
        max={until}
        note=""
        value={from}
        onChange={(day) => day !== null && onSearch({ ...search, from: day })}
      />
      <DateField
        label="Until"
        min={from}
        max={now.toISOString().slice(0, 10)}
        note="UTC"
        value={until}
        onChange={(day) => day !== null && onSearch({ ...search, until: day })}
      />
    </div>
  );
}
