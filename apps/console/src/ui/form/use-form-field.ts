import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

export interface FormFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** Ties a field to the form. Its error shows once something was typed or sent, never on a field merely passed through. */
export function useFormField<Values extends FieldValues, Output>({ control, name }: FormFieldProps<Values, Output>) {
  const { field, fieldState, formState } = useController({ control, name });
  const isShown = fieldState.isDirty || formState.isSubmitted;
  return { field, errorMessage: isShown ? fieldState.error?.message : undefined };
}
