import type { FieldValues } from 'react-hook-form';
import { Checkbox, type CheckboxProps } from './checkbox.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export function FormCheckbox<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FormFieldProps<Values, Output> & Omit<CheckboxProps, 'isSelected' | 'onChange'>) {
  const { field } = useFormField({ control, name });
  return <Checkbox {...props} isSelected={Boolean(field.value)} onChange={(isOn) => field.onChange(isOn)} />;
}
