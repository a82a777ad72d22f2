import type { MadeInvitation, SiteUser } from '@patchkeep/contract/users';
import type { Rights } from '../../domain/rights-preview.tsx';
import { rightsText } from '../../domain/rights-text.ts';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { BreakGlassPreview } from './break-glass-preview.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import type { useUserActs } from './use-user-acts.ts';
import { AddUserDialog, ChangeUserDialog } from './user-form-dialog.tsx';

export type OpenDialog =
  | { what: 'add' }
  | { what: 'change' | 'remove' | 'breakGlass'; user: SiteUser }
  | { what: 'link'; user: SiteUser; made: MadeInvitation }
  | null;

interface UserDialogsProps {
  open: OpenDialog;
  onOpen: (open: OpenDialog) => void;
  own: Rights;
  ownUuid: string | undefined;
  isMailing: boolean;
  acts: ReturnType<typeof useUserActs>;
  siteUuid: string;
  siteName: string;
}

/** The dialog that is open on the page Users, if one is. */
export function UserDialogs(props: UserDialogsProps) {
  const { open, onOpen, own, ownUuid, isMailing, acts, siteUuid, siteName } = props;
  const close = () => onOpen(null);
  return (
    <>
      {open?.what === 'add' && (
        <AddUserDialog
          siteUuid={siteUuid}
          own={own}
          isMailing={isMailing}
          onClose={close}
          onAdded={(user, made) => {
            onOpen(made ? { what: 'link', user, made } : null);
            if (!made) notify({ tone: 'success', text: `${user.longName} is a user of this site now.` });
          }}
        />
      )}
      {open?.what === 'change' && (
        <ChangeUserDialog
          siteUuid={siteUuid}
          user={open.user}
          own={own}
          isOwn={open.user.userAccountUuid === ownUuid}
          onClose={close}
        />
      )}
      {open?.what === 'link' && <InvitationDialog user={open.user} made={open.made} onClose={close} />}
      {open?.what === 'breakGlass' && (
        <BreakGlassPreview
          user={open.user}
          isPending={acts.marking.isPending}
          onCancel={close}
          onConfirm={() =>
            acts.marking.mutate(
              { user: open.user, isOn: true },
              {
                onSuccess: () => {
                  close();
                  notify({ tone: 'success', text: `${open.user.longName} is a break-glass account now.` });
                },
                onError: close,
              },
            )
          }
        />
      )}
      {open?.what === 'remove' && (
        <RemoveUserPreview
          user={open.user}
          siteName={siteName}
          isPending={acts.remove.isPending}
          onCancel={close}
          onConfirm={(reason) =>
            acts.remove.mutate(
              { user: open.user, reason },
              {
                onSuccess: () => {
                  close();
                  notify({
                    tone: 'success',
                    text: `${open.user.longName} removed.`,
                    undo: () => acts.restore(open.user),
                  });
                },
                onError: close,
              },
            )
          }
        />
      )}
    </>
  );
}

interface RemoveUserPreviewProps {
  user: SiteUser;
  siteName: string;
  isPending: boolean;
  onCancel: () => void;
  onConfirm: (reason: string) => void;
}

function RemoveUserPreview({ user, siteName, isPending, onCancel, onConfirm }: RemoveUserPreviewProps) {
  return (
    <PreviewPanel
      title={`Remove ${user.longName}`}
      tier={1}
      isOpen
      isPending={isPending}
      verb="Remove"
      noun="user"
      affected={1}
      affectedDetail={`${user.username}, ${rightsText(user)}`}
      facts={[
        {
          term: 'Takes away',
          detail: user.isSystemAdmin ? 'Every site, and system administration' : `The site ${siteName}`,
        },
        { term: 'When', detail: 'At once. Open sessions, API tokens and screens lose it too.' },
        { term: 'Without another site', detail: 'They cannot sign in.' },
        { term: 'Taking it back', detail: 'For 30 days, with the rights of before: Restore.' },
        ...(user.provisionedBy === null
          ? []
          : [{ term: user.provisionedBy, detail: 'Looks after this user, and does not bring them back by itself.' }]),
      ]}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
