import type { FocusEvent } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

export interface FormFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** Ties a field to the form. Its error shows once something was typed or sent, never on a field merely passed through. */
export function useFormField<Values extends FieldValues, Output>({ control, name }: FormFieldProps<Values, Output>) {
  const { field, fieldState, formState } = useController({ control, name });
  // On the way to Save or Discard the check waits: an error line drawn now would move the button from under the
  // pointer, and sending checks everything anyway.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isToAction = relatedTarget instanceof Element && relatedTarget.closest('[type=submit], [data-form-actions]');
    if (!isToAction) field.onBlur();
  };
  const isShown = fieldState.isDirty || formState.isSubmitted;
  return { field, onBlur, errorMessage: isShown ? fieldState.error?.message : undefined };
}
