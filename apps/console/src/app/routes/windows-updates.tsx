import { useNavigate, useSearch } from '@tanstack/react-router';
import { UpdatesScreen } from '../../features/windows-updates/updates-screen.tsx';
import { readUpdatesSearch, writeUpdatesSearch } from '../../features/windows-updates/updates-search.ts';

export function WindowsUpdatesPage() {
  const search = useSearch({ from: '/shell/win-updates' });
  const navigate = useNavigate();
  return (
    <UpdatesScreen
      search={readUpdatesSearch(search)}
      onSearch={(next) => void navigate({ to: '/win-updates', search: writeUpdatesSearch(next) })}
    />
  );
}
