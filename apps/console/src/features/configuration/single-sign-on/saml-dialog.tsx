import { name } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ConnectionFrame, type ConnectionFrameProps } from './connection-frame.tsx';
import { MetadataField } from './metadata-field.tsx';
import { certificatesIn } from './sso-text.ts';

const filled = (most: number) => z.string().trim().min(1, 'Fill this in.').max(most);
const webAddress = z
  .url({ protocol: /^https?$/, error: 'Write an address, as in https://login.example.org' })
  .max(1_000);
const samlForm = z.object({
  name,
  issuer: filled(500),
  signInAddress: webAddress,
  signOutAddress: z.union([z.literal(''), webAddress]),
  certificates: filled(60_000),
  subjectAttribute: z.string().trim().max(200),
  groupsClaim: filled(200),
});
const labels = {
  name: 'Name',
  issuer: 'Entity ID of the identity provider',
  signInAddress: 'Address to sign in at',
  signOutAddress: 'Address to sign out at',
  certificates: 'Certificates for signatures',
  subjectAttribute: 'Attribute that names a person',
  groupsClaim: 'Attribute with the groups',
};

/** An identity provider by SAML: written down, or read from its metadata. */
export function SamlDialog({ connection, onClose }: ConnectionFrameProps) {
  const saml = connection?.saml;
  const form = useZodForm(samlForm, {
    name: connection?.name ?? '',
    issuer: connection?.issuer ?? '',
    groupsClaim: connection?.groupsClaim ?? 'groups',
    signInAddress: saml?.signInAddress ?? '',
    signOutAddress: saml?.signOutAddress ?? '',
    certificates: saml?.certificates.map(({ pem }) => pem).join('') ?? '',
    subjectAttribute: saml?.subjectAttribute ?? '',
  });
  return (
    <ConnectionFrame
      connection={connection}
      newTitle="Connect by SAML"
      form={form}
      labels={labels}
      nameHelp="The sign-in page shows this name."
      issuerNoun="entity ID"
      bodyOf={({ certificates, subjectAttribute, signOutAddress, ...values }) => ({
        kind: 'saml',
        ...values,
        signOutAddress: signOutAddress === '' ? null : signOutAddress,
        certificates: certificatesIn(certificates),
        subjectAttribute: subjectAttribute === '' ? null : subjectAttribute,
      })}
      before={
        <MetadataField
          onRead={({ issuer, signInAddress, signOutAddress, certificates }) => {
            form.setValue('issuer', issuer, { shouldDirty: true, shouldValidate: true });
            form.setValue('signInAddress', signInAddress, { shouldDirty: true, shouldValidate: true });
            form.setValue('signOutAddress', signOutAddress ?? '', { shouldDirty: true, shouldValidate: true });
            form.setValue('certificates', certificates.join(''), { shouldDirty: true, shouldValidate: true });
          }}
        />
      }
      onClose={onClose}
    >
      <FormTextField control={form.control} name="signInAddress" label={labels.signInAddress} />
      <FormTextField
        control={form.control}
        name="signOutAddress"
        isOptional
        label={labels.signOutAddress}
        description="Left empty, signing out ends the session here only."
      />
      <FormTextField
        control={form.control}
        name="certificates"
        isMultiline
        label={labels.certificates}
        description="PEM, with RSA keys. Several while the identity provider changes its key."
      />
      <FormTextField
        control={form.control}
        name="subjectAttribute"
        isOptional
        label={labels.subjectAttribute}
        description="Left empty, the persistent name identifier counts. Choose one that is never given to somebody else."
      />
      <FormTextField control={form.control} name="groupsClaim" label={labels.groupsClaim} />
    </ConnectionFrame>
  );
}
