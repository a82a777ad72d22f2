import type { MadeInvitation } from '@patchkeep/contract/users';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import s from './users.module.css';

/** The link of a new invitation, the only time it is seen. */
export function InvitationLink({ longName, made }: { longName: string; made: MadeInvitation }) {
  const link = `${location.origin}/login#invitation=${made.invitation}`;
  return (
    <>
      <Banner tone="warning" word="Shown once">
        Whoever opens the link first can sign in as {longName}. It works once and ends{' '}
        <RelativeTime at={made.expires} isAbsoluteShown />.
      </Banner>
      <code className={s['address']}>{link}</code>
      <div>
        <CopyButton text={link} label="Copy link" />
      </div>
    </>
  );
}
