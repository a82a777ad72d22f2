import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ErrorSummary } from './error-summary.tsx';
import s from './form.module.css';

/** The buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={s['actions']}>{children}</div>;
}

export interface FormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  labels: Readonly<Record<string, string>>;
  onSubmit: (values: Output) => void | Promise<void>;
  children: ReactNode;
}

export function Form<Values extends FieldValues, Output>({
  form,
  labels,
  onSubmit,
  children,
}: FormProps<Values, Output>) {
  return (
    <form
      noValidate
      className={s['form']}
      onSubmit={(event) => {
        void form.handleSubmit((values) => onSubmit(values))(event);
      }}
    >
      <ErrorSummary form={form} labels={labels} />
      {children}
    </form>
  );
}
