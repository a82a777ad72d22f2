import type { FieldValues } from 'react-hook-form';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Form, FormActions, type FormProps } from './form.tsx';
import s from './form.module.css';

interface FormDialogProps<Values extends FieldValues, Output> extends FormProps<Values, Output> {
  title: string;
  /** What the button says that sends the form. */
  verb: string;
  /** Why the server refused what was sent. */
  refusal?: string | undefined;
  isPending: boolean;
  onClose: () => void;
}

/** A form in a dialog of its own, with Cancel beside the button that sends it. */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const { title, verb, refusal, isPending, onClose, children, ...form } = props;
  const buttons = (
    <FormActions>
      <Button onPress={onClose}>Cancel</Button>
      <Button isPending={isPending} type="submit" variant="primary">
        {verb}
      </Button>
    </FormActions>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={s['inDialog']}>
        <Form {...form}>
          {refusal !== undefined && <Banner tone="danger">{refusal.replace(/\.?$/, '.')}</Banner>}
          {children}
          {buttons}
        </Form>
      </div>
    </Dialog>
  );
}
