import Pencil from 'lucide-react/icons/pencil';
import { useEffect } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from '../button.tsx';
import { formatCount } from '../format.ts';
import s from './form.module.css';

export interface UnsavedBarProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  isSaving?: boolean;
}

/** Stands at the foot of a form while it holds changes; its Save sends the form it is in. */
export function UnsavedBar<Values extends FieldValues, Output>({
  form,
  isSaving = false,
}: UnsavedBarProps<Values, Output>) {
  const { isDirty, dirtyFields } = useFormState({ control: form.control });
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (!isDirty) return null;
  return (
    <div className={s['unsaved']} data-form-actions>
      <output className={s['unsavedText']}>
        <Pencil size={16} aria-hidden />
        {formatCount(Object.keys(dirtyFields).length, 'unsaved change')}
      </output>
      <Button isDisabled={isSaving} onPress={() => form.reset()}>
        Discard
      </Button>
      <Button type="submit" variant="primary" isPending={isSaving}>
        Save
      </Button>
    </div>
  );
}
