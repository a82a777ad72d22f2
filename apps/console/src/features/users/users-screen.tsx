import type { MadeInvitation, SiteUser } from '@patchkeep/contract/users';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import { useMemo, useState } from 'react';
import { rightsText } from '../../domain/rights-text.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import type { Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { useUserActs } from './use-user-acts.ts';
import { userColumns } from './user-columns.tsx';
import { AddUserDialog, ChangeUserDialog } from './user-form-dialog.tsx';
import { usersQuery } from './users.queries.ts';

const getId = ({ userAccountUuid }: SiteUser) => userAccountUuid;
const getName = ({ longName }: SiteUser) => longName;

type Open =
  | { what: 'add' }
  | { what: 'change' | 'remove'; user: SiteUser }
  | { what: 'link'; user: SiteUser; made: MadeInvitation }
  | null;

interface UsersScreenProps {
  siteUuid: string;
  siteName: string;
}

/** The users of a site: who may do what, who is invited, and who was removed lately. */
export function UsersScreen({ siteUuid, siteName }: UsersScreenProps) {
  const query = useQuery(usersQuery(siteUuid));
  const ownUuid = useSession(({ handshake }) => handshake?.userAccountUuid);
  const isSystemAdmin = useSession(({ handshake }) => handshake?.isSystemAdmin ?? false);
  const [open, setOpen] = useState<Open>(null);
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const { invite, remove, restore, rowActs } = useUserActs(siteUuid);
  const close = () => setOpen(null);
  const users = query.data?.users;
  const own = { isSystemAdmin, sitePermissions: users?.find((user) => getId(user) === ownUuid)?.sitePermissions ?? 0 };
  const columns = userColumns({
    ...rowActs,
    isOwn: (user) => getId(user) === ownUuid,
    protectedBecause: (user) => (user.isSystemAdmin && !isSystemAdmin ? 'Only a system administrator can' : undefined),
    onEdit: (user) => setOpen({ what: 'change', user }),
    onInvite: (user) => invite.mutate(user, { onSuccess: (made) => setOpen({ what: 'link', user, made }) }),
    onRemove: (user) => setOpen({ what: 'remove', user }),
  });
  const rows = useSorted(users, columns, sort);
  const addButton = (
    <Button variant="primary" icon={Plus} onPress={() => setOpen({ what: 'add' })}>
      Add user
    </Button>
  );
  return (
    <>
      <PageHead
        title={pages['/users'].title}
        lead={users && `${formatCount(users.filter(({ state }) => state !== 'removed').length, 'user')} of ${siteName}`}
        actions={users && addButton}
      />
      <DataTable
        label="Users"
        noun="users"
        density="cosy"
        columns={columns}
        sort={sort}
        onSort={setSort}
        rows={query.isError && !rows ? [] : rows}
        total={rows?.length ?? 0}
        page={{ from: 1 }}
        getName={getName}
        getId={getId}
        error={
          query.isError && !rows
            ? { message: 'Unable to fetch site users.', onRetry: () => void query.refetch() }
            : undefined
        }
        whenNone={
          <EmptyState icon={Users} title="No users yet" action={addButton}>
            Add colleagues, and say for each of them what they may do in this site.
          </EmptyState>
        }
      />
      {open?.what === 'add' && (
        <AddUserDialog
          siteUuid={siteUuid}
          own={own}
          isMailing={query.data?.isMailing ?? false}
          onClose={close}
          onAdded={(user, made) => {
            setOpen(made ? { what: 'link', user, made } : null);
            if (!made) notify({ tone: 'success', text: `${user.longName} is a user of this site now.` });
          }}
        />
      )}
      {open?.what === 'change' && (
        <ChangeUserDialog
          siteUuid={siteUuid}
          user={open.user}
          own={own}
          isOwn={getId(open.user) === ownUuid}
          onClose={close}
        />
      )}
      {open?.what === 'link' && <InvitationDialog user={open.user} made={open.made} onClose={close} />}
      {open?.what === 'remove' && (
        <RemoveUserPreview
          user={open.user}
          siteName={siteName}
          isPending={remove.isPending}
          onCancel={close}
          onConfirm={(reason) =>
            remove.mutate(
              { user: open.user, reason },
              {
                onSuccess: () => {
                  close();
                  notify({ tone: 'success', text: `${open.user.longName} removed.`, undo: () => restore(open.user) });
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

const useSorted = (
  users: readonly SiteUser[] | undefined,
  columns: ReturnType<typeof userColumns>,
  { column, direction }: Sort,
) => {
  const text = columns.find(({ id }) => id === column)?.text;
  return useMemo(() => {
    const sign = direction === 'ascending' ? 1 : -1;
    return users?.toSorted((a, b) => sign * String(text?.(a) ?? '').localeCompare(String(text?.(b) ?? ''), 'en'));
  }, [users, text, direction]);
};

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
      ]}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
