import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormSelect } from '../../../ui/form/form-select.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { reasonForm } from './ignore-draft.ts';
import { reasonOptions } from './ignore-dialog.tsx';
import s from './ignore-rules.module.css';
import { scopeWords, targetWords } from '../../../ui/ignore-words.ts';
import type { IgnoreActs } from './use-ignore-acts.ts';

const labels = { reasonKind: 'Reason', reason: 'In your words' };

export interface ReasonDialogProps {
  rule: IgnoreRule;
  acts: IgnoreActs;
  onClose: () => void;
}

/** What a rule ignores stays what was agreed on; why may be said better. */
export function ReasonDialog({ rule, acts, onClose }: ReasonDialogProps) {
  const form = useZodForm(reasonForm, { reasonKind: rule.reasonKind, reason: rule.reason });
  const send = () => form.handleSubmit((values) => acts.change(rule, values))();
  return (
    <Dialog
      title="Edit ignore rule"
      isOpen
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={acts.isPending} onPress={() => void send()}>
            Save
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <p>
          <strong>{targetWords(rule.target)}</strong> <span className={s['muted']}>{scopeWords(rule)}</span>
        </p>
        <p className={s['muted']}>To ignore something else or elsewhere, make a new rule and revoke this one.</p>
        <Form form={form} labels={labels} onSubmit={() => void send()}>
          <FormSelect control={form.control} name="reasonKind" label={labels.reasonKind} options={reasonOptions} />
          <FormTextField control={form.control} name="reason" label={labels.reason} isMultiline maxLength={2_000} />
        </Form>
      </div>
    </Dialog>
  );
}
