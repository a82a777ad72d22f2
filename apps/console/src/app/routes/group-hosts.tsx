import { pages } from '@patchkeep/rules/pages';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { GroupNode, InspectGroup, NoGroupChosen } from '../../features/groups/group-of-hosts.tsx';
import { HostList } from '../../features/hosts/host-list.tsx';
import { readHostSearch, writeHostSearch } from '../../features/hosts/host-search.ts';
import { RestartButton } from '../../features/restarts/restart-button.tsx';
import { RestartDialog } from '../../features/restarts/restart-dialog.tsx';
import { useMay } from '../../lib/use-may.ts';
import { buttonClass } from '../../ui/button.tsx';

/** The hosts of one group and of those below it. */
export function GroupHostsPage() {
  const { groupUuid, ...search } = useSearch({ from: '/shell/groups/hosts' });
  const navigate = useNavigate();
  const maySeeActivity = useMay('canViewPatching');
  const { title } = pages['/groups/hosts'];
  if (groupUuid === undefined) return <NoGroupChosen title={title} />;
  return (
    <HostList
      title={title}
      lead={<GroupNode groupUuid={groupUuid} />}
      search={readHostSearch(search)}
      onSearch={(next) => void navigate({ to: '/groups/hosts', search: { ...writeHostSearch(next), groupUuid } })}
      fixed={{ groupUuid }}
      Restart={RestartDialog}
      action={
        <>
          <Link to="/groups/applications" search={{ groupUuid }} className={buttonClass()}>
            Applications
          </Link>
          {maySeeActivity && (
            <Link to="/patching/activity" search={{ groupUuid }} className={buttonClass()}>
              Activity
            </Link>
          )}
          <RestartButton title="Restart the hosts of this group" targets={{ groupUuid: [groupUuid] }} />
          <InspectGroup groupUuid={groupUuid} />
        </>
      }
    />
  );
}
