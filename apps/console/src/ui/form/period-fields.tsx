import { constants } from '@patchkeep/contract/constants';
import { dayOf, endOfDay, type Period, startOfDay } from '../days.ts';
import { browserTimeZone } from '../format.ts';
import { useNow } from '../use-now.ts';
import { DateField } from './date-field.tsx';

interface PeriodFieldsProps {
  period: Period;
  onChange: (change: Partial<Period>) => void;
}

/** From which day until which day, in days of the browser. */
export function PeriodFields({ period: { startTime, endTime }, onChange }: PeriodFieldsProps) {
  const today = dayOf(useNow());
  const from = startTime === undefined ? null : dayOf(startTime);
  const until = endTime === undefined ? null : dayOf(endTime);
  return (
    <>
      <DateField
        label="From"
        min={constants.dateMinimum}
        max={until ?? today}
        note=""
        value={from}
        onChange={(day) => onChange({ startTime: day === null ? undefined : startOfDay(day) })}
      />
      <DateField
        label="Until"
        min={from ?? constants.dateMinimum}
        max={today}
        note={browserTimeZone()}
        value={until}
        onChange={(day) => onChange({ endTime: day === null ? undefined : endOfDay(day) })}
      />
    </>
  );
}
