import type { SiteUser } from '@patchkeep/contract/users';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import MailCheck from 'lucide-react/icons/mail-check';
import UserX from 'lucide-react/icons/user-x';
import { rightsText } from '../../domain/rights-text.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MenuItem, RowMenu } from '../../ui/menu.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { actColumn } from '../../ui/table/plain-columns.ts';
import { breakGlassText, factorText } from './factor-text.ts';
import { stateText, type UserStateWord } from './user-state.ts';
import l from '../../ui/cell-lines.module.css';

export interface UserRowActs {
  /** Why the caller cannot change or remove somebody, if so. */
  protectedBecause: (user: SiteUser) => string | undefined;
  isOwn: (user: SiteUser) => boolean;
  onEdit: (user: SiteUser) => void;
  onInvite: (user: SiteUser) => void;
  onRevoke: (user: SiteUser) => void;
  onRemove: (user: SiteUser) => void;
  onRestore: (user: SiteUser) => void;
  onEndSessions: (user: SiteUser) => void;
  /** Absent for who may not: only system administrators mark. */
  onBreakGlass: ((user: SiteUser) => void) | undefined;
}

const signs: Record<UserStateWord, readonly [BadgeTone, LucideIcon]> = {
  Active: ['ok', Check],
  Invited: ['info', MailCheck],
  'Invitation expired': ['eol', Clock],
  Disabled: ['neu', Ban],
  Removed: ['ins', UserX],
};

export const userColumns = (acts: UserRowActs): readonly Column<SiteUser>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 168,
    isRowHeader: true,
    isSortable: true,
    cell: (user) => <UserName user={user} isOwn={acts.isOwn(user)} />,
    text: (user) => {
      const note = noteOf(user);
      return note === undefined ? user.longName : `${user.longName} (${note})`;
    },
  },
  {
    id: 'state',
    header: 'State',
    isStatus: true,
    width: 144,
    isSortable: true,
    cell: (user) => {
      const word = stateText(user);
      const [tone, icon] = signs[word];
      return (
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      );
    },
    text: stateText,
  },
  { id: 'rights', header: 'Rights', width: 140, isName: true, isSortable: true, cell: rightsText, text: rightsText },
  {
    id: 'username',
    header: 'E-mail address',
    width: 216,
    isName: true,
    isSortable: true,
    cell: ({ username }) => username,
    text: ({ username }) => username,
  },
  {
    id: 'secondFactor',
    header: 'Second factor',
    width: 116,
    isName: true,
    isSortable: true,
    cell: factorText,
    text: factorText,
  },
  {
    id: 'lastSignIn',
    header: 'Last sign-in',
    width: 108,
    isName: true,
    isSortable: true,
    cell: (user) => <SignedIn user={user} />,
    text: ({ lastSignIn }) => lastSignIn ?? 'Never',
  },
  actColumn((user) => <UserActs user={user} acts={acts} />),
];

/** Where an account comes from that nobody made here. */
const sourceText = ({ guestOf, provisionedBy }: SiteUser): string | undefined => {
  if (guestOf !== null) return `Guest of ${guestOf}`;
  return provisionedBy === null ? undefined : `Provisioned by ${provisionedBy}`;
};

/** What is to be known of somebody besides the name. */
const noteOf = (user: SiteUser): string | undefined => sourceText(user) ?? breakGlassText(user.breakGlass);

function UserName({ user, isOwn }: { user: SiteUser; isOwn: boolean }) {
  const name = isOwn ? `${user.longName} (you)` : user.longName;
  const note = noteOf(user);
  if (note === undefined) return name;
  return (
    <div className={l['lines']}>
      <span>{name}</span>
      <span className={l['quiet']}>{note}</span>
    </div>
  );
}

/** When somebody signed in last; for somebody who cannot yet, until when the invitation or the way back is open. */
function SignedIn({ user: { lastSignIn, invitationExpires, restorableUntil } }: { user: SiteUser }) {
  if (invitationExpires !== null)
    return (
      <>
        Link ends <RelativeTime at={invitationExpires} />
      </>
    );
  if (restorableUntil !== null)
    return (
      <>
        Deleted <RelativeTime at={restorableUntil} />
      </>
    );
  return lastSignIn === null ? 'Never' : <RelativeTime at={lastSignIn} />;
}

function UserActs({ user, acts }: { user: SiteUser; acts: UserRowActs }) {
  const reason = acts.protectedBecause(user);
  if (user.state === 'removed')
    return (
      <Button
        size="small"
        isDisabled={reason !== undefined}
        onPress={() => acts.onRestore(user)}
        aria-label={`Restore ${user.longName}`}
      >
        Restore
      </Button>
    );
  const isOwn = acts.isOwn(user);
  return (
    <RowMenu name={user.longName}>
      <MenuItem id="edit" isDisabled={reason !== undefined} detail={reason} onAction={() => acts.onEdit(user)}>
        {isOwn ? 'Change name...' : 'Change rights...'}
      </MenuItem>
      {user.state === 'invited' && (
        <MenuItem id="invite" isDisabled={reason !== undefined} onAction={() => acts.onInvite(user)}>
          New invitation link
        </MenuItem>
      )}
      {user.invitationExpires !== null && (
        <MenuItem id="revoke" isDisabled={reason !== undefined} onAction={() => acts.onRevoke(user)}>
          Revoke invitation
        </MenuItem>
      )}
      {user.state !== 'invited' && !isOwn && (
        <MenuItem
          id="end-sessions"
          isDisabled={reason !== undefined}
          detail={reason ?? 'They have to sign in again'}
          onAction={() => acts.onEndSessions(user)}
        >
          End all sessions
        </MenuItem>
      )}
      {user.isSystemAdmin && acts.onBreakGlass && (
        <MenuItem
          id="break-glass"
          detail={user.breakGlass ? undefined : 'Gets in when single sign-on fails'}
          onAction={() => acts.onBreakGlass?.(user)}
        >
          {user.breakGlass ? 'Take break-glass mark away' : 'Mark as break-glass account...'}
        </MenuItem>
      )}
      <MenuItem
        id="remove"
        tone="danger"
        isDisabled={isOwn || reason !== undefined}
        detail={isOwn ? 'Another administrator can remove you' : reason}
        onAction={() => acts.onRemove(user)}
      >
        Remove...
      </MenuItem>
    </RowMenu>
  );
}
