import { apiTokenLimits, apiTokens } from '@patchkeep/contract/api-tokens';
import { name } from '@patchkeep/contract/fields';
import { rolePreset } from '@patchkeep/contract/rights';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { FormSelect } from '../../../ui/form/form-select.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { Form, FormActions } from '../../../ui/form/form.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { MadeTokenDialog } from '../made-token-dialog.tsx';
import { type ApiTokenRole, apiTokenRoles } from './api-token-text.ts';
import { ExampleCalls } from './example-calls.tsx';

const roles = apiTokenRoles.map(({ value }) => value) as [ApiTokenRole, ...ApiTokenRole[]];
const tokenForm = z.object({
  name,
  role: z.enum(roles),
  days: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Write a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(apiTokenLimits.days)),
});
const labels = { name: 'Name', role: 'May do', days: 'Days it is good for' };

function ApiTokenForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const form = useZodForm(tokenForm, { name: '', role: 'Read-Only', days: String(apiTokenLimits.defaultDays) });
  const [refusal, setRefusal] = useState<string | null>(null);
  const make = useAct(
    ({ name: called, role, days }: z.output<typeof tokenForm>) =>
      call(
        apiTokens.create,
        { body: { name: called, permissions: rolePreset[role], expiresInDays: days } },
        { operation: { verb: 'create', thing: 'API tokens' } },
      ),
    { touches: ['apiToken'], onRefused: setRefusal },
  );
  return (
    <Form
      form={form}
      labels={labels}
      onSubmit={(values) => make.mutate(values, { onSuccess: ({ secret }) => onMade(secret) })}
    >
      <FormTextField control={form.control} name="name" label={labels.name} description="Which program will use it." />
      <FormSelect
        control={form.control}
        name="role"
        label={labels.role}
        description="In this site, and never more than you may do yourself."
        options={apiTokenRoles.map(({ value, label, detail }) => ({ value, label: `${label}: ${detail}` }))}
      />
      <FormTextField control={form.control} name="days" label={labels.days} inputMode="numeric" />
      {refusal !== null && <p role="alert">{refusal}</p>}
      <FormActions>
        <Button onPress={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={make.isPending}>
          Make API token
        </Button>
      </FormActions>
    </Form>
  );
}

export function ApiTokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <MadeTokenDialog
      noun="API token"
      secret={secret}
      uses={secret !== null && <ExampleCalls secret={secret} />}
      onClose={onClose}
    >
      <ApiTokenForm onMade={setSecret} onCancel={onClose} />
    </MadeTokenDialog>
  );
}
