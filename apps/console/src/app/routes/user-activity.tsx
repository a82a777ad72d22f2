import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActivityLogScreen } from '../../features/activity-log/activity-log-screen.tsx';
import { readLogSearch, writeLogSearch } from '../../features/activity-log/log-search.ts';

export function UserActivityPage() {
  const search = useSearch({ from: '/shell/user-activity' });
  const navigate = useNavigate();
  return (
    <ActivityLogScreen
      of="site"
      search={readLogSearch(search)}
      onSearch={(next) => void navigate({ to: '/user-activity', search: writeLogSearch(next) })}
    />
  );
}
