import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActivityScreen } from '../../features/patching/activity-screen.tsx';
import { readActivitySearch, writeActivitySearch } from '../../features/patching/activity-search.ts';

export function PatchingActivityPage() {
  const search = useSearch({ from: '/shell/patching/activity' });
  const navigate = useNavigate();
  return (
    <ActivityScreen
      search={readActivitySearch(search)}
      onSearch={(next) => void navigate({ to: '/patching/activity', search: writeActivitySearch(next) })}
    />
  );
}
