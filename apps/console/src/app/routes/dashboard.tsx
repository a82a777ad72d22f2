import { useSearch } from '@tanstack/react-router';
import { DashboardScreen } from '../../features/dashboards/dashboard-screen.tsx';
import { siteScope } from '../../features/dashboards/scope.ts';

export function DashboardPage() {
  const { dashboardUuid, mode } = useSearch({ from: '/shell/dashboard' });
  // A dashboard under somebody's hands is dropped with the dashboard it is of.
  return (
    <DashboardScreen key={dashboardUuid} scope={siteScope} dashboardUuid={dashboardUuid} isPrint={mode === 'print'} />
  );
}
