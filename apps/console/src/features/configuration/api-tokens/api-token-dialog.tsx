import { apiTokenLimits, apiTokens, network } from '@patchkeep/contract/api-tokens';
import { name } from '@patchkeep/contract/fields';
import { rolePreset } from '@patchkeep/contract/rights';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Button } from '../../../ui/button.tsx';
import { FormSelect } from '../../../ui/form/form-select.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { Form, FormActions } from '../../../ui/form/form.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { MadeTokenDialog } from '../made-token-dialog.tsx';
import { type ApiTokenPlace, apiTokenPlaces, type ApiTokenRole, apiTokenRoles } from './api-token-text.ts';
import { ExampleCalls } from './example-calls.tsx';

const roles = apiTokenRoles.map(({ value }) => value) as [ApiTokenRole, ...ApiTokenRole[]];
const places = apiTokenPlaces.map(({ value }) => value) as [ApiTokenPlace, ...ApiTokenPlace[]];
const manyNetworks = z
  .array(network)
  .max(apiTokenLimits.networks, `At most ${apiTokenLimits.networks} addresses and networks.`);
const tokenForm = z.object({
  name,
  role: z.enum(roles),
  place: z.enum(places),
  networks: z.string().transform((typed, context) => {
    const read = manyNetworks.safeParse(typed.split(/[\s,;]+/).filter((each) => each !== ''));
    if (read.success) return read.data;
    // Of the field, not of the third of its networks.
    context.addIssue(read.error.issues[0]?.message ?? '');
    return z.NEVER;
  }),
  days: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Write a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(apiTokenLimits.days)),
});
const labels = {
  name: 'Name',
  place: 'Sites',
  role: 'May do',
  networks: 'Used only from',
  days: 'Days it is good for',
};

interface Made {
  secret: string;
  isForAllSites: boolean;
}

function ApiTokenForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const isSystemAdmin = useMay('isSystemAdmin');
  const days = String(apiTokenLimits.defaultDays);
  const form = useZodForm(tokenForm, { name: '', place: 'site', role: 'Read-Only', networks: '', days });
  const [refusal, setRefusal] = useState<string | null>(null);
  const make = useAct(
    ({ name: called, role, place, networks, days: expiresInDays }: z.output<typeof tokenForm>) =>
      call(
        apiTokens.create,
        {
          body: {
            name: called,
            permissions: rolePreset[role],
            isForAllSites: place === 'all',
            networks,
            expiresInDays,
          },
        },
        { operation: { verb: 'create', thing: 'API tokens' } },
      ),
    { touches: ['apiToken'], onRefused: setRefusal },
  );
  return (
    <Form
      form={form}
      labels={labels}
      onSubmit={(values) =>
        make.mutate(values, {
          onSuccess: ({ secret, apiToken }) => onMade({ secret, isForAllSites: apiToken.isForAllSites }),
        })
      }
    >
      <FormTextField control={form.control} name="name" label={labels.name} description="Which program will use it." />
      {isSystemAdmin && (
        <FormSelect
          control={form.control}
          name="place"
          label={labels.place}
          options={apiTokenPlaces.map(({ value, label }) => ({ value, label }))}
        />
      )}
      <FormSelect
        control={form.control}
        name="role"
        label={labels.role}
        description="Never more than you may do yourself."
        options={apiTokenRoles.map(({ value, label, detail }) => ({ value, label: `${label}: ${detail}` }))}
      />
      <FormTextField
        control={form.control}
        name="networks"
        label={labels.networks}
        description="Addresses or networks, such as 192.0.2.0/24. Empty: from everywhere."
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
  const [made, setMade] = useState<Made | null>(null);
  const siteId = useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid);
  return (
    <MadeTokenDialog
      noun="API token"
      secret={made?.secret ?? null}
      uses={made !== null && <ExampleCalls secret={made.secret} siteId={made.isForAllSites ? siteId : undefined} />}
      onClose={onClose}
    >
      <ApiTokenForm onMade={setMade} onCancel={onClose} />
    </MadeTokenDialog>
  );
}
