import { name, text } from '@patchkeep/contract/fields';
import { useState } from 'react';
import { z } from 'zod';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { FormCheckbox } from '../ui/form/form-checkbox.tsx';
import { FormSelect } from '../ui/form/form-select.tsx';
import { FormTextField } from '../ui/form/form-text-field.tsx';
import { Form } from '../ui/form/form.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { Select } from '../ui/form/select.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { UnsavedBar } from '../ui/form/unsaved-bar.tsx';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { notify } from '../ui/notify.tsx';
import g from './gallery.module.css';

const ignoreRule = z.object({ name, reason: text.min(1, 'Say why'), scope: z.string(), isNotified: z.boolean() });
const labels = { name: 'Rule name', reason: 'Reason', scope: 'Scope' };
const scopes = [
  { value: 'host', label: 'This host' },
  { value: 'group', label: 'Group', detail: 'With every group below it' },
  { value: 'site', label: 'Site' },
];

export function RuleForm() {
  const form = useZodForm(ignoreRule, { name: 'Java on kiosks', reason: '', scope: 'group', isNotified: true });
  return (
    <div className={g['card']}>
      <h3>Form over a contract schema</h3>
      <Form
        form={form}
        labels={labels}
        onSubmit={(values) => {
          form.reset(values);
          notify({ tone: 'success', text: 'Rule saved.' });
        }}
      >
        <FormTextField control={form.control} name="name" label={labels.name} />
        <FormSelect control={form.control} name="scope" label={labels.scope} options={scopes} />
        <FormTextField
          control={form.control}
          name="reason"
          label={labels.reason}
          isMultiline
          description="People read this when the rule expires."
        />
        <FormCheckbox control={form.control} name="isNotified" description="14 days before it ends">
          Tell me before it expires
        </FormCheckbox>
        <UnsavedBar form={form} />
      </Form>
    </div>
  );
}

export function Fields() {
  const [isOn, setOn] = useState(true);
  const [period, setPeriod] = useState<string | null>(null);
  return (
    <div className={g['card']}>
      <h3>Fields</h3>
      <div className={g['stack']}>
        <SearchField label="Search hosts, apps, CVEs, settings" />
        <TextField
          label="E-mail"
          defaultValue="ana@contoso"
          errorMessage="Write the whole address, such as ana@contoso.example."
        />
        <TextField
          label="Job title"
          isOptional
          description="At most 192 characters."
          placeholder="Patch Tuesday, ring 1"
        />
        <TextField label="Instance" isDisabled defaultValue="6f9619ff-8b86-d011-b42d-00c04fc964ff" />
        <Select
          label="Expires after"
          value={period}
          onChange={setPeriod}
          options={['30 days', '90 days', '180 days'].map((value) => ({ value, label: value }))}
        />
        <div className={g['row']}>
          <Checkbox isSelected={isOn} onChange={setOn}>
            Inspect now
          </Checkbox>
          <Checkbox isSelected={false} isIndeterminate onChange={() => undefined}>
            Some groups
          </Checkbox>
          <Checkbox isSelected isDisabled onChange={() => undefined}>
            Fixed
          </Checkbox>
        </div>
      </div>
    </div>
  );
}
