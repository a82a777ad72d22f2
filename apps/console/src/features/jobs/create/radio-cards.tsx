import { useId } from 'react';
import s from './create-job.module.css';

interface RadioCardsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; detail: string }[];
}

/** One of a few, each with a sentence that says what it means. */
export function RadioCards({ label, value, onChange, options }: RadioCardsProps) {
  const name = useId();
  return (
    <fieldset className={s['cards']}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={s['choice']}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            aria-describedby={`${name}-${option.value}`}
            onChange={() => onChange(option.value)}
          />
          <span className={s['words']}>
            {option.label}
            <span id={`${name}-${option.value}`} className={s['detail']}>
              {option.detail}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
