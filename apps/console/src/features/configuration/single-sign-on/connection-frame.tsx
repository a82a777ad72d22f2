import type { SsoConnection } from '@patchkeep/contract/single-sign-on';
import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import type { FormProps } from '../../../ui/form/form.tsx';
import { type SavedConnection, useSaveConnection } from './use-save-connection.ts';

export interface ConnectionFrameProps {
  /** The one that is changed; none for a new one. */
  connection?: SsoConnection | undefined;
  onClose: () => void;
}

interface FrameProps<Values extends FieldValues, Output>
  extends ConnectionFrameProps, Omit<FormProps<Values, Output>, 'labels' | 'onSubmit'> {
  /** The title for a new one. */
  newTitle: string;
  labels: Readonly<Record<string, string>> & { name: string; issuer: string };
  nameHelp: string;
  /** What the protocol calls the issuer, as in "issuer". */
  issuerNoun: string;
  bodyOf: (values: Output) => SavedConnection;
  /** Above the name. */
  before?: ReactNode;
}

/** The dialog of a connection of either protocol, with the fields that both have first. */
export function ConnectionFrame<Values extends FieldValues & { name: string; issuer: string }, Output>({
  connection,
  newTitle,
  form,
  labels,
  nameHelp,
  issuerNoun,
  bodyOf,
  before,
  children,
  onClose,
}: FrameProps<Values, Output>) {
  const { save, refusal, isPending } = useSaveConnection(connection, onClose);
  return (
    <FormDialog
      title={connection ? `Change ${connection.name}` : newTitle}
      verb={connection ? 'Save' : 'Connect'}
      form={form}
      labels={labels}
      refusal={refusal}
      isPending={isPending}
      onClose={onClose}
      onSubmit={(values) => save(bodyOf(values))}
    >
      {before}
      <FormTextField
        control={form.control}
        name={'name' as FieldPath<Values>}
        label={labels.name}
        description={nameHelp}
      />
      <FormTextField
        control={form.control}
        name={'issuer' as FieldPath<Values>}
        label={labels.issuer}
        description={
          connection && connection.userCount > 0
            ? `With another ${issuerNoun}, nobody who is known by this connection is known any more.`
            : 'Exactly as the identity provider calls itself.'
        }
      />
      {children}
    </FormDialog>
  );
}
