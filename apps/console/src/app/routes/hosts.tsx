import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePastDay } from '../../domain/past-day.ts';
import { AddHostsPanel } from '../../features/configuration/add-hosts-panel.tsx';
import { readHostSearch, writeHostSearch } from '../../features/hosts/host-search.ts';
import { HostsScreen } from '../../features/hosts/hosts-screen.tsx';
import { RestartDialog } from '../../features/restarts/restart-dialog.tsx';
import { deferred } from '../../lib/deferred.tsx';

const HostsOfDay = deferred(() =>
  import('../../features/hosts/hosts-of-day.tsx').then(({ HostsOfDay: component }) => component),
);

export function HostsPage() {
  const search = useSearch({ from: '/shell/hosts' });
  const asOf = usePastDay();
  const navigate = useNavigate();
  const read = readHostSearch(search);
  if (asOf !== undefined)
    return (
      <HostsOfDay
        asOf={asOf}
        q={read.q}
        onSearch={(q) => void navigate({ to: '/hosts', search: { ...writeHostSearch({ ...read, q }), asOf } })}
      />
    );
  return (
    <HostsScreen
      search={read}
      onSearch={(next) => void navigate({ to: '/hosts', search: writeHostSearch(next) })}
      AddHosts={AddHostsPanel}
      Restart={RestartDialog}
    />
  );
}
