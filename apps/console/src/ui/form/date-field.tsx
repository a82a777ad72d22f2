import CalendarDays from 'lucide-react/icons/calendar-days';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { isDay } from '../days.ts';
import s from './field.module.css';

export interface DateFieldProps {
  label: string;
  /** As in 2026-11-15; null while none is chosen. */
  value: string | null;
  onChange: (value: string | null) => void;
  min: string;
  max: string;
  /** Stands beside the field: whose days these are. */
  note: string;
}

/**
 * One day, in one line, written as everywhere in the console: 2026-11-15. The field of the browser writes days in the
 * order of its own language; only its calendar is used. What is half typed, or out of bounds, is not asked for.
 */
export function DateField({ label, value, onChange, min, max, note }: DateFieldProps) {
  const id = useId();
  const calendar = useRef<HTMLInputElement>(null);
  const [state, setState] = useState({ typed: value ?? '', seen: value });
  if (value !== state.seen) setState({ typed: value ?? '', seen: value });
  const { typed } = state;
  const isOutside = isDay(typed) && (typed < min || typed > max);
  // Until ten signs stand there, somebody is still typing.
  const isNoDay = typed.length >= 10 && !isDay(typed);
  const change = (text: string) => {
    setState({ ...state, typed: text });
    if (text === '') onChange(null);
    else if (isDay(text) && text >= min && text <= max) onChange(text);
  };
  return (
    <span className={s['date']}>
      <label htmlFor={id}>{label}</label>
      <span className={s['dateControl']}>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="YYYY-MM-DD"
          maxLength={10}
          className={cx(s['control'])}
          value={typed}
          aria-invalid={isOutside || isNoDay}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => change(target.value.trim())}
        />
        <input
          ref={calendar}
          type="date"
          className={cx(s['calendar'])}
          min={min}
          max={max}
          value={isDay(typed) ? typed : ''}
          tabIndex={-1}
          aria-hidden
          onChange={({ target }) => change(target.value)}
        />
        <IconButton
          icon={CalendarDays}
          size="small"
          label={`Calendar: ${label}`}
          onPress={() => calendar.current?.showPicker()}
        />
      </span>
      <span id={`${id}-note`} className={isOutside || isNoDay ? s['error'] : s['help']}>
        {isNoDay ? `Write a day such as ${max}` : isOutside ? `Between ${min} and ${max}` : note}
      </span>
    </span>
  );
}
