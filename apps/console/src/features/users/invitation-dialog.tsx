import type { MadeInvitation, SiteUser } from '@patchkeep/contract/users';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import s from './users.module.css';

interface InvitationDialogProps {
  user: SiteUser;
  made: MadeInvitation;
  onClose: () => void;
}

/** The link of a new invitation, the only time it is seen. */
export function InvitationDialog({ user, made, onClose }: InvitationDialogProps) {
  const link = `${location.origin}/login#invitation=${made.invitation}`;
  return (
    <Dialog
      title={`Invitation for ${user.longName}`}
      isOpen
      isDismissable={false}
      actions={
        <Button variant="primary" onPress={onClose}>
          {made.isMailed ? 'Done' : 'I have copied it'}
        </Button>
      }
    >
      <div className={s['link']}>
        <p>
          {made.isMailed
            ? `A mail with the link is on its way to ${user.username}. If it does not arrive, hand over the link yourself.`
            : `Hand this link to ${user.longName}. It opens a page to choose a password.`}
        </p>
        <Banner tone="warning" word="Shown once">
          Whoever opens the link first can sign in as {user.longName}. It works once and ends{' '}
          <RelativeTime at={made.expires} isAbsoluteShown />.
        </Banner>
        <code className={s['address']}>{link}</code>
        <div>
          <CopyButton text={link} label="Copy link" />
        </div>
      </div>
    </Dialog>
  );
}
