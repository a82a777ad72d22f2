import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import { scopeText, targetText } from '../../../domain/ignore-text.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { FormSelect } from '../../../ui/form/form-select.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { reasonOptions } from './ignore-dialog.tsx';
import { reasonForm } from './ignore-draft.ts';
import type { IgnoreActs } from './use-ignore-acts.ts';
import s from './ignore-rules.module.css';

const labels = { reasonKind: 'Reason', reason: 'Comment' };

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
    <ActDialog
      title="Edit ignore rule"
      onClose={onClose}
      verb="Save"
      onAct={() => void send()}
      isPending={acts.isPending}
    >
      <div className={s['stack']}>
        <p>
          <strong>{targetText(rule.target)}</strong> <span className="muted">{scopeText(rule)}</span>
        </p>
        <p className="muted">To ignore something else or elsewhere, make a new rule and revoke this one.</p>
        <Form form={form} labels={labels} onSubmit={() => void send()}>
          <FormSelect control={form.control} name="reasonKind" label={labels.reasonKind} options={reasonOptions} />
          <FormTextField control={form.control} name="reason" label={labels.reason} isMultiline maxLength={2_000} />
        </Form>
      </div>
    </ActDialog>
  );
}
