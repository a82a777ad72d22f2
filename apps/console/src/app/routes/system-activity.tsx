import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActivityLogScreen } from '../../features/activity-log/activity-log-screen.tsx';
import { readLogSearch, writeLogSearch } from '../../features/activity-log/log-search.ts';

export function SystemActivityPage() {
  const search = useSearch({ from: '/shell/system-activity' });
  const navigate = useNavigate();
  return (
    <ActivityLogScreen
      of="system"
      search={readLogSearch(search)}
      onSearch={(next) => void navigate({ to: '/system-activity', search: writeLogSearch(next) })}
    />
  );
}
