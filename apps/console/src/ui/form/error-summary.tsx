import { useEffect, useRef } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form';
import { formatCount } from '../format.ts';
import s from './form.module.css';

/* An error of a list or a nested field has its words further down; the field itself shows them. */
function messageOf(error: unknown): string {
  const message = error && typeof error === 'object' && 'message' in error ? error.message : undefined;
  return typeof message === 'string' && message !== '' ? message : 'not valid';
}

export interface ErrorSummaryProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The words on each field, by its name. */
  labels: Readonly<Record<string, string>>;
}

/** After a refused send: what is wrong, in one place, each line leading to its field. */
export function ErrorSummary<Values extends FieldValues, Output>({ form, labels }: ErrorSummaryProps<Values, Output>) {
  const { errors, submitCount, isSubmitSuccessful } = useFormState({ control: form.control });
  const ref = useRef<HTMLDivElement>(null);
  const names = Object.keys(errors);
  const isShown = submitCount > 0 && !isSubmitSuccessful && names.length > 0;
  useEffect(() => {
    if (submitCount > 0) ref.current?.focus();
  }, [submitCount]);
  if (!isShown) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={s['summary']}>
      <p>
        <strong>{formatCount(names.length, 'field needs', 'fields need')} attention</strong>
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" className={s['link']} onClick={() => form.setFocus(name as Path<Values>)}>
              {labels[name] ?? name}: {messageOf(errors[name])}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
