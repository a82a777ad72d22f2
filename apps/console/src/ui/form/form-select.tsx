import type { FieldValues } from 'react-hook-form';
import { Select, type SelectProps } from './select.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

type Own = 'name' | 'value' | 'onChange' | 'onBlur' | 'errorMessage';

export function FormSelect<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<Values, Output> & Omit<SelectProps<string>, Own>) {
  const { field, onBlur, errorMessage } = useFormField({ control, name });
  return (
    <Select
      {...props}
      name={name}
      value={field.value ?? null}
      onChange={field.onChange}
      onBlur={onBlur}
      errorMessage={errorMessage}
    />
  );
}
