import { useNavigate, useSearch } from '@tanstack/react-router';
import { HostScreen } from '../../features/hosts/host-screen.tsx';

export function HostResultsPage() {
  const { hostUuid, tab } = useSearch({ from: '/shell/hosts/host-results' });
  const navigate = useNavigate();
  return (
    <HostScreen
      hostUuid={hostUuid}
      tab={tab}
      onTab={(next) => void navigate({ to: '/hosts/host-results', search: { hostUuid, tab: next }, replace: true })}
    />
  );
}
