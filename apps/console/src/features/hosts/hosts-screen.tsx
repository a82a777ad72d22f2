import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { type ComponentType, useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { RestartChosen } from './bulk-actions.tsx';
import { EmptyTrash } from './empty-trash.tsx';
import { HostList } from './host-list.tsx';
import type { HostSearch } from './host-search.ts';
import { hostCountsQuery } from './hosts.queries.ts';

export interface HostsScreenProps {
  search: HostSearch;
  onSearch: (search: HostSearch) => void;
  /** How hosts are brought in; stands alone while there are none. */
  AddHosts: ComponentType<{ hostCount: number; onBegin: () => void; onDone: () => void }>;
  Restart: RestartChosen;
}

/** All hosts of the site. Without any, the page teaches how the first one comes in. */
export function HostsScreen({ search, onSearch, AddHosts, Restart }: HostsScreenProps) {
  const counts = useQuery(hostCountsQuery);
  const mayChange = useMay('canMakeChanges');
  const [isAdding, setAdding] = useState(false);
  const views = counts.data?.views;
  const hostCount = Object.values(views ?? {}).reduce((sum, count) => sum + count, 0);
  const isNone = views !== undefined && hostCount === 0;
  const title = pages['/hosts'].title;
  // Not the list yet: without hosts, skeleton rows would only flash.
  if (counts.isPending)
    return (
      <>
        <PageHead title={title} />
        <Spinner isBlock />
      </>
    );
  return (
    <HostList
      title={title}
      lead={
        counts.data && (
          <>
            {formatNumber(counts.data.licencesInUse)} of {formatNumber(counts.data.hostLicenseCount)} licences in use ·
          </>
        )
      }
      search={search}
      onSearch={onSearch}
      isBare={isNone}
      Restart={Restart}
      action={
        mayChange && (
          <>
            {search.view === 'trash' && <EmptyTrash count={views?.trash ?? 0} />}
            <Button
              variant={search.view === 'trash' ? 'plain' : 'primary'}
              icon={Plus}
              data-act="add-hosts"
              isDisabled={isAdding}
              onPress={() => setAdding(true)}
            >
              Add hosts
            </Button>
          </>
        )
      }
    >
      {(isNone || isAdding) && (
        <AddHosts hostCount={hostCount} onBegin={() => setAdding(true)} onDone={() => setAdding(false)} />
      )}
    </HostList>
  );
}
