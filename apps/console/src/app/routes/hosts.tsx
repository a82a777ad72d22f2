import { useNavigate, useSearch } from '@tanstack/react-router';
import { AddHostsPanel } from '../../features/configuration/add-hosts-panel.tsx';
import { readHostSearch, writeHostSearch } from '../../features/hosts/host-search.ts';
import { HostsScreen } from '../../features/hosts/hosts-screen.tsx';
import { RestartDialog } from '../../features/restarts/restart-dialog.tsx';

export function HostsPage() {
  const search = useSearch({ from: '/shell/hosts' });
  const navigate = useNavigate();
  return (
    <HostsScreen
      search={readHostSearch(search)}
      onSearch={(next) => void navigate({ to: '/hosts', search: writeHostSearch(next) })}
      AddHosts={AddHostsPanel}
      Restart={RestartDialog}
    />
  );
}
