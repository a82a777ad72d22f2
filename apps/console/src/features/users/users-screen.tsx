import type { SiteUser } from '@patchkeep/contract/users';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import { useMemo, useState } from 'react';
import { useSession } from '../../lib/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import type { Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { hasNoFactor } from './factor-text.ts';
import { useUserActs } from './use-user-acts.ts';
import { userColumns } from './user-columns.tsx';
import { type OpenDialog, UserDialogs } from './user-dialogs.tsx';
import { usersQuery } from './users.queries.ts';
import s from './users.module.css';

const getId = ({ userAccountUuid }: SiteUser) => userAccountUuid;
const getName = ({ longName }: SiteUser) => longName;

interface UsersScreenProps {
  siteUuid: string;
  siteName: string;
}

/** The users of a site: who may do what, who is invited, and who was removed lately. */
export function UsersScreen({ siteUuid, siteName }: UsersScreenProps) {
  const query = useQuery(usersQuery(siteUuid));
  const ownUuid = useSession(({ handshake }) => handshake?.userAccountUuid);
  const isSystemAdmin = useSession(({ handshake }) => handshake?.isSystemAdmin ?? false);
  const [open, setOpen] = useState<OpenDialog>(null);
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const [isWithoutFactor, setWithoutFactor] = useState(false);
  const acts = useUserActs(siteUuid);
  const { invite, rowActs, unmark } = acts;
  const users = query.data?.users;
  const own = { isSystemAdmin, sitePermissions: users?.find((user) => getId(user) === ownUuid)?.sitePermissions ?? 0 };
  const columns = userColumns({
    ...rowActs,
    isOwn: (user) => getId(user) === ownUuid,
    protectedBecause: (user) => (user.isSystemAdmin && !isSystemAdmin ? 'Only a system administrator can' : undefined),
    onEdit: (user) => setOpen({ what: 'change', user }),
    onInvite: (user) => invite.mutate(user, { onSuccess: (made) => setOpen({ what: 'link', user, made }) }),
    onBreakGlass: isSystemAdmin
      ? (user) => (user.breakGlass === null ? setOpen({ what: 'breakGlass', user }) : unmark(user))
      : undefined,
    onRemove: (user) => setOpen({ what: 'remove', user }),
  });
  const without = users?.filter(hasNoFactor);
  const rows = useSorted(isWithoutFactor ? without : users, columns, sort);
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
        onClearFilters={isWithoutFactor ? () => setWithoutFactor(false) : undefined}
        whenNone={
          <EmptyState icon={Users} title="No users yet" action={addButton}>
            Add colleagues, and say for each of them what they may do in this site.
          </EmptyState>
        }
      >
        <div className={s['filter']}>
          <Checkbox isSelected={isWithoutFactor} onChange={setWithoutFactor}>
            {`Only without a second factor (${formatNumber(without?.length ?? 0)})`}
          </Checkbox>
        </div>
      </DataTable>
      <UserDialogs
        open={open}
        onOpen={setOpen}
        own={own}
        ownUuid={ownUuid}
        isMailing={query.data?.isMailing ?? false}
        acts={acts}
        siteUuid={siteUuid}
        siteName={siteName}
      />
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
