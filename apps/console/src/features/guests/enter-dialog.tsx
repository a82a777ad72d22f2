import { type EnterableCustomer, guests, type SecondFactor } from '@patchkeep/contract/guests';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { startAnew } from './go-to.ts';

const operation = { verb: 'switch', thing: 'site' } as const;

const signByPasskey = async (): Promise<SecondFactor> => {
  const { options } = await call(guests.beginPasskey, {}, { operation });
  const { askPasskey } = await import('../../acts/passkeys/passkey-device.ts');
  return { passkey: await askPasskey(options) };
};

interface EnterDialogProps {
  customer: EnterableCustomer;
  siteAccountUuid: string | undefined;
  hasPasskey: boolean;
  onClose: () => void;
}

/** Asks for a second factor, always; then the browser has a session of the customer. */
export function EnterDialog({ customer, siteAccountUuid, hasPasskey, onClose }: EnterDialogProps) {
  const form = useZodForm(z.object({ code: z.string().trim().min(6, 'At least 6 characters.').max(40) }), { code: '' });
  const [refusal, setRefusal] = useState<string>();
  const entering = useAct(
    async (given: SecondFactor | 'passkey') =>
      call(
        guests.enter,
        {
          params: { id: customer.customerUuid },
          body: {
            ...(siteAccountUuid !== undefined && { siteAccountUuid }),
            secondFactor: given === 'passkey' ? await signByPasskey() : given,
          },
        },
        { operation },
      ),
    { touches: [], onRefused: setRefusal, refusals: [400, 403, 404, 429] },
  );
  const enter = (given: SecondFactor | 'passkey') => {
    setRefusal(undefined);
    entering.mutate(given, { onSuccess: (entered) => startAnew(entered.siteAccountUuid) });
  };
  return (
    <FormDialog
      title={`Enter ${customer.customerName}`}
      verb="Enter"
      form={form}
      labels={{ code: 'Code' }}
      refusal={refusal}
      isPending={entering.isPending}
      onClose={onClose}
      onSubmit={({ code }) => enter({ code })}
    >
      <p>
        You work there as a guest, in all tabs of this browser, until you leave. {customer.customerName} sees what you
        do in its activity log.
      </p>
      <FormTextField
        control={form.control}
        name="code"
        label="Code"
        description="Six digits of your authenticator app, or a recovery code. Each works once."
        autoComplete="one-time-code"
        type="text"
      />
      {hasPasskey && (
        <div>
          <Button isDisabled={entering.isPending} onPress={() => enter('passkey')}>
            Use a passkey
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
