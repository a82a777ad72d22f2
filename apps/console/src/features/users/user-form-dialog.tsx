import { constants } from '@patchkeep/contract/constants';
import { name } from '@patchkeep/contract/fields';
import { rolePreset } from '@patchkeep/contract/rights';
import { type MadeInvitation, type SiteUser, users } from '@patchkeep/contract/users';
import { useState } from 'react';
import { z } from 'zod';
import { type Rights, RightsPreview } from '../../domain/rights-preview.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notify } from '../../ui/notify.tsx';
import { RightsFields } from './rights-fields.tsx';

const addForm = z.object({
  username: z.email('Write an e-mail address.').max(constants.emailMax),
  longName: name,
});
const changeForm = z.object({ longName: name });
const labels = { username: 'E-mail address', longName: 'Full name' };
/** The sentence of code 2004 is worth a place beside the field that it is about. */
const refusals = [400, 409];

interface AddUserDialogProps {
  siteUuid: string;
  own: Rights;
  isMailing: boolean;
  onAdded: (user: SiteUser, made: MadeInvitation | null) => void;
  onClose: () => void;
}

export function AddUserDialog({ siteUuid, own, isMailing, onAdded, onClose }: AddUserDialogProps) {
  const form = useZodForm(addForm, { username: '', longName: '' });
  const [rights, setRights] = useState<Rights>({ sitePermissions: rolePreset['Read-Only'], isSystemAdmin: false });
  const [refusal, setRefusal] = useState<string>();
  const adding = useAct(
    (values: z.output<typeof addForm>) =>
      call(
        users.create,
        { params: { id: siteUuid }, body: { ...values, ...rights } },
        { operation: { verb: 'create', thing: 'site users' } },
      ),
    { touches: ['user'], onRefused: setRefusal, refusals },
  );
  return (
    <FormDialog
      title="Add user"
      verb="Add user"
      form={form}
      labels={labels}
      refusal={refusal}
      isPending={adding.isPending}
      onClose={onClose}
      onSubmit={(values) => {
        setRefusal(undefined);
        adding.mutate(values, { onSuccess: ({ user, madeInvitation }) => onAdded(user, madeInvitation) });
      }}
    >
      <FormTextField
        control={form.control}
        name="username"
        type="email"
        label={labels.username}
        description={
          isMailing
            ? 'They sign in with it. The invitation is sent there.'
            : 'They sign in with it. You get a link to hand to them.'
        }
      />
      <FormTextField control={form.control} name="longName" label={labels.longName} />
      <RightsFields rights={rights} onChange={setRights} own={own} />
    </FormDialog>
  );
}

interface ChangeUserDialogProps {
  siteUuid: string;
  user: SiteUser;
  own: Rights;
  /** One's own rights are for somebody else to change. */
  isOwn: boolean;
  onClose: () => void;
}

/** A guest never administers, whoever changes their rights. */
const ofGuests: Rights = { isSystemAdmin: false, sitePermissions: rolePreset['Read & Write'] };

export function ChangeUserDialog({ siteUuid, user, own, isOwn, onClose }: ChangeUserDialogProps) {
  const form = useZodForm(changeForm, { longName: user.longName });
  const [rights, setRights] = useState<Rights>(user);
  const [refusal, setRefusal] = useState<string>();
  const { sitePermissions, isSystemAdmin } = rights;
  const saving = useAct(
    ({ longName }: z.output<typeof changeForm>) =>
      call(
        users.update,
        {
          params: { site: siteUuid, user: user.userAccountUuid },
          body: {
            longName,
            ...(sitePermissions !== user.sitePermissions && { sitePermissions }),
            ...(isSystemAdmin !== user.isSystemAdmin && { isSystemAdmin, sitePermissions }),
          },
        },
        { operation: { verb: 'save', thing: 'site users' } },
      ),
    { touches: ['user'], onRefused: setRefusal },
  );
  return (
    <FormDialog
      title={user.longName}
      verb="Save"
      form={form}
      labels={labels}
      refusal={refusal}
      isPending={saving.isPending}
      onClose={onClose}
      onSubmit={(values) => {
        setRefusal(undefined);
        saving.mutate(values, {
          onSuccess: ({ longName }) => {
            onClose();
            notify({ tone: 'success', text: `${longName} saved.${isOwn ? '' : ' New rights count from now on.'}` });
          },
        });
      }}
    >
      <p className="muted">{user.username}</p>
      {user.provisionedBy !== null && (
        <p>
          {user.provisionedBy} looks after this user: name, address and whether they may sign in are changed there.
          Rights that you give here stay.
        </p>
      )}
      <FormTextField control={form.control} name="longName" label={labels.longName} />
      {isOwn ? (
        <>
          <p>These are your own rights. Another administrator can change them.</p>
          <RightsPreview rights={rights} />
        </>
      ) : (
        <RightsFields
          rights={rights}
          onChange={setRights}
          {...(user.guestOf === null ? { own } : { own: ofGuests, whyNot: 'A guest never has this right.' })}
        />
      )}
    </FormDialog>
  );
}
