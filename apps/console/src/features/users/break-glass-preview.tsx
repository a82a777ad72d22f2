import { breakGlassLimits } from '@patchkeep/contract/break-glass';
import type { SiteUser } from '@patchkeep/contract/users';
import { PreviewPanel } from '../../ui/preview-panel.tsx';

interface BreakGlassPreviewProps {
  user: SiteUser;
  isPending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** What it means to mark somebody. */
export function BreakGlassPreview({ user, isPending, onCancel, onConfirm }: BreakGlassPreviewProps) {
  return (
    <PreviewPanel
      title={`Mark ${user.longName} as a break-glass account`}
      tier={1}
      isOpen
      isPending={isPending}
      verb="Mark"
      noun="user"
      affected={1}
      affectedDetail={user.username}
      hasReason={false}
      facts={[
        { term: 'Gets in', detail: 'With the passkey, also where single sign-on is required' },
        { term: 'Needs', detail: 'A passkey that stays on its device, such as a security key. Synced ones do not do.' },
        {
          term: 'When it signs in',
          detail: `Every system administrator gets a mail. The session ends after ${breakGlassLimits.sessionMinutes} minutes.`,
        },
        {
          term: 'Keep in mind',
          detail: `Sign in with it once every ${breakGlassLimits.usedWithinDays} days, so that you know it works.`,
        },
      ]}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
