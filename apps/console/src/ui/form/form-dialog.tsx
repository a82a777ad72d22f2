import type { FieldValues } from 'react-hook-form';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Form, FormActions, type FormProps } from './form.tsx';
import s from './form.module.css';

interface FormDialogProps<Values extends FieldValues, Output> extends FormProps<Values, Output> {
  title: string;
  onClose: () => void;
  /** What the button says that saves. */
  verb: string;
  isPending: boolean;
  /** Why the server refused what was sent, without its full stop. */
  refusal?: string | undefined;
}

/** An open dialog that is one form: Cancel beside the button that saves. */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const { title, onClose, verb, isPending, refusal, children, ...form } = props;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={s['wide']}>
        <Form {...form}>
          {refusal !== undefined && <Banner tone="danger">{refusal}.</Banner>}
          {children}
          <FormActions>
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              {verb}
            </Button>
          </FormActions>
        </Form>
      </div>
    </Dialog>
  );
}
