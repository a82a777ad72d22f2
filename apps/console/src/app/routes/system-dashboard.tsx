import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePastDay } from '../../domain/past-day.ts';
import { DashboardScreen } from '../../features/dashboards/dashboard-screen.tsx';
import { systemScope } from '../../features/dashboards/scope.ts';
import { siteOfTab } from '../../lib/client.ts';
import { deferred } from '../../lib/deferred.tsx';
import { useSwitchSite } from '../shell/use-switch-site.ts';

const SiteComparison = deferred(() =>
  import('../../features/dashboards/cards/site-comparison.tsx').then(({ SiteComparison: component }) => component),
);

export function SystemDashboardPage() {
  const search = useSearch({ from: '/shell/system-dashboard' });
  const { dashboardUuid, mode, period, left, right } = search;
  const asOf = usePastDay();
  const navigate = useNavigate();
  const switchSite = useSwitchSite();
  const openSite = (siteAccountUuid: string) =>
    siteAccountUuid === siteOfTab()
      ? void navigate({ to: '/dashboard', search: {} })
      : switchSite(siteAccountUuid, '/dashboard');
  const compare = (sites: { left?: string; right?: string }) =>
    void navigate({ to: '/system-dashboard', search: { dashboardUuid, period, ...sites } });
  return (
    <DashboardScreen
      key={dashboardUuid}
      scope={systemScope}
      dashboardUuid={dashboardUuid}
      period={period}
      onPeriod={(unit) => void navigate({ to: '/system-dashboard', search: { ...search, period: unit } })}
      asOf={asOf}
      isPrint={mode === 'print'}
      onOpenSite={openSite}
      above={
        left !== undefined &&
        right !== undefined && (
          <SiteComparison
            left={left}
            right={right}
            onChange={(first, second) => compare({ left: first, right: second })}
            onClose={() => compare({})}
            onOpenSite={openSite}
          />
        )
      }
    />
  );
}
