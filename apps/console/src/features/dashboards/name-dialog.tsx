import { name } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { Form, FormActions } from '../../ui/form/form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

const named = z.object({ name });
const labels = { name: 'Name' };

export interface NameDialogProps {
  title: string;
  verb: string;
  defaultName: string;
  isPending: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a dashboard, or of a link to one. */
export function NameDialog({ title, verb, defaultName, isPending, onName, onClose }: NameDialogProps) {
  const form = useZodForm(named, { name: defaultName });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form form={form} labels={labels} onSubmit={(values) => onName(values.name)}>
        <FormTextField control={form.control} name="name" label={labels.name} />
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
