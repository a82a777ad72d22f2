import { name } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { Banner } from '../../../ui/banner.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ConnectionFrame, type ConnectionFrameProps } from './connection-frame.tsx';

const filled = (most: number) => z.string().trim().min(1, 'Fill this in.').max(most);
const connectionForm = z.object({
  name,
  issuer: z.url({ protocol: /^https?$/, error: 'Write an address, as in https://login.example.org' }).max(500),
  clientId: filled(200),
  clientSecret: z.string().max(500),
  groupsClaim: filled(100),
});
const labels = {
  name: 'Name',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  groupsClaim: 'Claim with the groups',
};

interface ConnectionDialogProps extends ConnectionFrameProps {
  isSecretKept: boolean;
}

/** An identity provider by OpenID Connect. */
export function ConnectionDialog({ connection, isSecretKept, onClose }: ConnectionDialogProps) {
  const form = useZodForm(connectionForm, {
    name: connection?.name ?? '',
    issuer: connection?.issuer ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    groupsClaim: connection?.groupsClaim ?? 'groups',
  });
  return (
    <ConnectionFrame
      connection={connection}
      newTitle="Connect an identity provider"
      form={form}
      labels={labels}
      nameHelp="The sign-in page says “Sign in with” and this name."
      issuerNoun="issuer"
      bodyOf={({ clientSecret, ...values }) => ({ ...values, ...(clientSecret !== '' && { clientSecret }) })}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="clientId" label={labels.clientId} />
      {isSecretKept ? (
        <FormTextField
          control={form.control}
          name="clientSecret"
          type="password"
          autoComplete="off"
          isOptional
          label={labels.clientSecret}
          description={
            connection?.hasClientSecret
              ? 'Left empty, the secret of before stays.'
              : 'Kept sealed. Nobody can read it again here.'
          }
        />
      ) : (
        <Banner tone="info">
          This server cannot keep a client secret, because <code>PATCHKEEP_DATA_KEY</code> is not set. Use a client
          without a secret, or ask whoever runs the server.
        </Banner>
      )}
      <FormTextField
        control={form.control}
        name="groupsClaim"
        label={labels.groupsClaim}
        description="The claim of the ID token that lists the groups of a person."
      />
    </ConnectionFrame>
  );
}
