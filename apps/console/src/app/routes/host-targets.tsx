import { useNavigate, useSearch } from '@tanstack/react-router';
import { HostTargetsScreen } from '../../features/jobs/targets/host-targets-screen.tsx';
import { readTargetSearch, writeTargetSearch } from '../../features/jobs/targets/target-search.ts';

export function HostTargetsPage() {
  const search = useSearch({ from: '/shell/host-targets' });
  const navigate = useNavigate();
  return (
    <HostTargetsScreen
      search={readTargetSearch(search)}
      onSearch={(next) => void navigate({ to: '/host-targets', search: writeTargetSearch(next) })}
    />
  );
}
