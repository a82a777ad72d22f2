import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import MonitorX from 'lucide-react/icons/monitor-x';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs, type TabSpec } from '../../ui/tabs.tsx';
import { DetailsTab } from './details-tab.tsx';
import { HostHead } from './host-head.tsx';
import { hostQuery, inventoryQuery } from './hosts.queries.ts';
import { InventoryTab } from './inventory-tab.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { TagsTab } from './tags-tab.tsx';
import { type Chosen, useHostActs } from './use-host-acts.ts';
import { UsersTab } from './users-tab.tsx';
import s from './hosts.module.css';

export interface HostScreenProps {
  hostUuid: string | undefined;
  tab: string | undefined;
  onTab: (tab: string) => void;
  /** What other parts of the console know of the host: tabs that stand first, and badges beside its name. */
  results: { tabs: readonly TabSpec<string>[]; lead: ReactNode };
  /** How the host is restarted: a notice while it is asked to, and the button. */
  restart: { notice: ReactNode; Button: ComponentType<{ hostUuid: string; hostName: string }> };
}

export function HostScreen({ hostUuid, tab, onTab, results, restart }: HostScreenProps) {
  const host = useQuery({ ...hostQuery(hostUuid ?? ''), enabled: hostUuid !== undefined });
  const inventory = useQuery({ ...inventoryQuery(hostUuid ?? ''), enabled: host.isSuccess });
  const mayChange = useMay('canMakeChanges');
  const [isMoving, setMoving] = useState(false);
  const acts = useHostActs(() => setMoving(false));
  if (!host.data) return <NoHost isPending={hostUuid !== undefined && host.isPending} />;
  const { data } = host;
  const chosen: Chosen = {
    selection: { kind: 'some', ids: new Set([data.uuid]) },
    filter: { view: 'active' },
    total: 1,
    known: new Map([[data.uuid, data]]),
  };
  const tabs: readonly TabSpec<string>[] = [
    ...results.tabs,
    {
      id: 'inventory',
      label: 'Inventory',
      ...(inventory.data && { count: inventory.data.software.length }),
      content: <InventoryTab hostUuid={data.uuid} hostName={data.hostName} />,
    },
    { id: 'details', label: 'Details', content: <DetailsTab host={data} /> },
    {
      id: 'users',
      label: 'Users',
      count: data.hostUsers.length,
      content: <UsersTab users={data.hostUsers} />,
    },
    {
      id: 'tags',
      label: 'Tags',
      count: data.tagUuids.length,
      content: <TagsTab host={data} chosen={chosen} acts={acts} mayChange={mayChange} />,
    },
  ];
  return (
    <>
      <HostHead
        host={data}
        lead={results.lead}
        action={<restart.Button hostUuid={data.uuid} hostName={data.hostName} />}
        isActing={acts.isPending}
        onAct={mayChange ? (act) => (act === 'move' ? setMoving(true) : acts.act(act, chosen)) : undefined}
      />
      {data.state === 'quarantined' && (
        <div className={s['below']}>
          <Banner tone="warning" word="Quarantined">
            Two machines have used the identity of this host. It gets no work until somebody looks: accept it if this is
            the right one, or move it to the trash and enrol it anew.
          </Banner>
        </div>
      )}
      {restart.notice}
      <Tabs
        label={`About ${data.hostName}`}
        selected={tabs.find(({ id }) => id === tab)?.id ?? tabs[0]?.id ?? ''}
        onSelect={onTab}
        tabs={tabs}
      />
      {isMoving && <MoveDialog chosen={chosen} acts={acts} onClose={() => setMoving(false)} />}
    </>
  );
}

/** No host in the address, or none that this site knows; the exception dialog has said which. */
function NoHost({ isPending }: { isPending: boolean }) {
  return (
    <>
      <PageHead title={pages['/hosts/host-results'].title} />
      {isPending ? (
        <Spinner isBlock />
      ) : (
        <EmptyState
          icon={MonitorX}
          title="No host to show"
          action={
            <Link to="/hosts" className={buttonClass()}>
              Go to Hosts
            </Link>
          }
        >
          Choose one from the list of hosts.
        </EmptyState>
      )}
    </>
  );
}
