import type { FieldValues } from 'react-hook-form';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

type Own = 'name' | 'value' | 'onChange' | 'onBlur' | 'errorMessage' | 'inputRef';

export function FormTextField<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<Values, Output> & Omit<TextFieldProps, Own>) {
  const { field, onBlur, errorMessage } = useFormField({ control, name });
  return (
    <TextField
      {...props}
      name={name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={onBlur}
      inputRef={field.ref}
      errorMessage={errorMessage}
    />
  );
}
