import { name } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { FormTextField } from './form-text-field.tsx';
import { Form, FormActions } from './form.tsx';
import { useZodForm } from './use-zod-form.ts';

const labels = { name: 'Name' };

export interface NameDialogProps {
  title: string;
  verb: string;
  defaultName: string;
  description?: string;
  /** Names that others of its kind have; capitals make no difference. */
  taken?: readonly string[];
  isPending: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of something that is saved. */
export function NameDialog({ title, verb, defaultName, description, taken = [], ...props }: NameDialogProps) {
  const { isPending, onName, onClose } = props;
  const isFree = (wanted: string) => !taken.some((each) => each.toLowerCase() === wanted.toLowerCase());
  const form = useZodForm(z.object({ name: name.refine(isFree, 'There is one of this name already.') }), {
    name: defaultName,
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form form={form} labels={labels} onSubmit={(values) => onName(values.name)}>
        <FormTextField
          control={form.control}
          name="name"
          label={labels.name}
          {...(description !== undefined && { description })}
        />
        <FormActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {verb}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
