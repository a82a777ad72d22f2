import { useNavigate, useSearch } from '@tanstack/react-router';
import { DashboardScreen } from '../../features/dashboards/dashboard-screen.tsx';
import { systemScope } from '../../features/dashboards/scope.ts';
import { sessionStore, showFailure, switchSite } from '../../lib/client.ts';

export function SystemDashboardPage() {
  const { dashboardUuid, mode } = useSearch({ from: '/shell/system-dashboard' });
  const navigate = useNavigate();
  const openSite = async (siteAccountUuid: string) => {
    try {
      if (sessionStore.get().handshake?.currentSite?.siteAccountUuid !== siteAccountUuid)
        await switchSite(siteAccountUuid);
    } catch (thrown) {
      return showFailure(thrown);
    }
    return navigate({ to: '/dashboard', search: {} });
  };
  return (
    <DashboardScreen
      key={dashboardUuid}
      scope={systemScope}
      dashboardUuid={dashboardUuid}
      isPrint={mode === 'print'}
      onOpenSite={(id) => void openSite(id)}
    />
  );
}
