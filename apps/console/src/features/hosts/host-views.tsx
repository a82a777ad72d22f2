import { type HostView, listedViews } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ViewCount, Views } from '../../ui/views.tsx';
import { hostCountsQuery } from './hosts.queries.ts';

const viewText: Record<HostView, string> = {
  active: 'Active',
  disabled: 'Disabled',
  dormant: 'Dormant',
  pending: 'Waiting',
  trash: 'Trash',
  licensed: 'Licensed',
};

/** Hosts at work, and those set apart, each with its number. Links, so that one can be opened in another tab. */
export function HostViews({ current, hasCounts }: { current: HostView; hasCounts: boolean }) {
  const data = useQuery({ ...hostCountsQuery, enabled: hasCounts }).data;
  const counts = data && { ...data.views, licensed: data.licencesInUse };
  return (
    <Views label="Views of hosts">
      {listedViews.map((view) => (
        <li key={view}>
          <Link
            to="."
            search={(old) => ({ ...old, view: view === 'active' ? undefined : view })}
            activeProps={{}}
            // Active hosts are the view that the address does not name: that is no match of every address.
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={view === current ? 'page' : undefined}
          >
            {viewText[view]}
            {hasCounts && counts && <ViewCount count={counts[view]} />}
          </Link>
        </li>
      ))}
    </Views>
  );
}
