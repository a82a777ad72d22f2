import type { MadeInvitation, SiteUser } from '@patchkeep/contract/users';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InvitationLink } from './invitation-link.tsx';
import s from './users.module.css';

interface InvitationDialogProps {
  user: SiteUser;
  made: MadeInvitation;
  onClose: () => void;
}

/** Shows the link of a new invitation; only its own button closes it, because the link is not shown again. */
export function InvitationDialog({ user: { longName, username }, made, onClose }: InvitationDialogProps) {
  const doneButton = (
    <Button variant="primary" onPress={onClose}>
      {made.isMailed ? 'Done' : 'I have copied it'}
    </Button>
  );
  return (
    <Dialog title={`Invitation for ${longName}`} isOpen isDismissable={false} actions={doneButton}>
      <div className={s['link']}>
        <p>
          {made.isMailed
            ? `A mail with the link is on its way to ${username}. If it does not arrive, hand over the link yourself.`
            : `Hand this link to ${longName}. It opens a page to choose a password.`}
        </p>
        <InvitationLink longName={longName} made={made} />
      </div>
    </Dialog>
  );
}
