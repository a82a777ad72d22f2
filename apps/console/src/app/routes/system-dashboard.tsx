import { useNavigate, useSearch } from '@tanstack/react-router';
import { DashboardScreen } from '../../features/dashboards/dashboard-screen.tsx';
import { systemScope } from '../../features/dashboards/scope.ts';
import { siteOfTab } from '../../lib/client.ts';
import { useSwitchSite } from '../shell/use-switch-site.ts';

export function SystemDashboardPage() {
  const { dashboardUuid, mode } = useSearch({ from: '/shell/system-dashboard' });
  const navigate = useNavigate();
  const switchSite = useSwitchSite();
  const openSite = (siteAccountUuid: string) =>
    siteAccountUuid === siteOfTab()
      ? void navigate({ to: '/dashboard', search: {} })
      : switchSite(siteAccountUuid, '/dashboard');
  return (
    <DashboardScreen
      key={dashboardUuid}
      scope={systemScope}
      dashboardUuid={dashboardUuid}
      isPrint={mode === 'print'}
      onOpenSite={openSite}
    />
  );
}
