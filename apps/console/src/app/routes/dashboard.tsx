import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePastDay } from '../../domain/past-day.ts';
import { DashboardScreen } from '../../features/dashboards/dashboard-screen.tsx';
import { siteScope } from '../../features/dashboards/scope.ts';

export function DashboardPage() {
  const search = useSearch({ from: '/shell/dashboard' });
  const { dashboardUuid, mode, period } = search;
  const navigate = useNavigate();
  // A dashboard under somebody's hands is dropped with the dashboard it is of.
  return (
    <DashboardScreen
      key={dashboardUuid}
      scope={siteScope}
      dashboardUuid={dashboardUuid}
      period={period}
      onPeriod={(unit) => void navigate({ to: '/dashboard', search: { ...search, period: unit } })}
      asOf={usePastDay()}
      isPrint={mode === 'print'}
    />
  );
}
