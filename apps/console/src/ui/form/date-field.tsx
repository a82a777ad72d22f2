import { useId, useState } from 'react';
import { cx } from '../cx.ts';
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

/** One day, in one line. What is half typed, or out of bounds, is not asked for. */
export function DateField({ label, value, onChange, min, max, note }: DateFieldProps) {
  const id = useId();
  const [state, setState] = useState({ typed: value ?? '', seen: value });
  if (value !== state.seen) setState({ typed: value ?? '', seen: value });
  const { typed } = state;
  const isOutside = typed !== '' && (typed < min || typed > max);
  return (
    <span className={s['date']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={cx(s['control'])}
        min={min}
        max={max}
        value={typed}
        aria-invalid={isOutside}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          setState({ ...state, typed: target.value });
          if (target.value === '') onChange(null);
          else if (target.value >= min && target.value <= max) onChange(target.value);
        }}
      />
      <span id={`${id}-note`} className={isOutside ? s['error'] : s['help']}>
        {isOutside ? `Between ${min} and ${max}` : note}
      </span>
    </span>
  );
}
