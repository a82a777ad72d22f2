import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { scopeText, targetText } from '../../../domain/ignore-text.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { formatCount } from '../../../ui/format.ts';
import { EndFields } from './end-fields.tsx';
import { endForm, endOf } from './ignore-draft.ts';
import type { IgnoreActs } from './use-ignore-acts.ts';
import s from './ignore-rules.module.css';

const labels = { until: 'For', date: 'Last day', reason: 'Why it goes on' };
const listed = 8;
const firstEnd: z.input<typeof endForm> = { until: '30', date: '', reason: '' };

export interface RenewDialogProps {
  rules: readonly IgnoreRule[];
  acts: IgnoreActs;
  onClose: () => void;
}

/** One new end for one or many; each rule keeps its history. */
export function RenewDialog({ rules, acts, onClose }: RenewDialogProps) {
  const form = useZodForm(endForm, firstEnd);
  const values = useWatch({ control: form.control, compute: (now) => now });
  const send = () =>
    form.handleSubmit((sent) =>
      acts.renew({ rules, expires: endOf(sent, new Date()).toISOString(), reason: sent.reason }),
    )();
  const countText = formatCount(rules.length, 'ignore rule');
  return (
    <ActDialog
      title={`Renew ${countText}`}
      onClose={onClose}
      verb={`Renew ${countText}`}
      onAct={() => void send()}
      isPending={acts.isPending}
    >
      <div className={s['stack']}>
        <ul className={s['named']}>
          {rules.slice(0, listed).map((rule) => (
            <li key={rule.ignoreRuleUuid}>
              <strong>{targetText(rule.target)}</strong> <span className="muted">{scopeText(rule)}</span>
            </li>
          ))}
          {rules.length > listed && <li className="muted">and {formatCount(rules.length - listed, 'other')}</li>}
        </ul>
        <Form form={form} labels={labels} onSubmit={() => void send()}>
          <EndFields control={form.control} values={values} />
          <FormTextField
            control={form.control}
            name="reason"
            label={labels.reason}
            isOptional
            isMultiline
            maxLength={2_000}
          />
        </Form>
      </div>
    </ActDialog>
  );
}
