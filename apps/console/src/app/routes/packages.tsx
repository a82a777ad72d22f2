import { useNavigate, useSearch } from '@tanstack/react-router';
import { PackagesScreen } from '../../features/packages/packages-screen.tsx';
import { readPackagesSearch, writePackagesSearch } from '../../features/packages/packages-search.ts';

export function PackagesPage() {
  const search = useSearch({ from: '/shell/patching/packages' });
  const navigate = useNavigate();
  return (
    <PackagesScreen
      search={readPackagesSearch(search)}
      onSearch={(next) => void navigate({ to: '/patching/packages', search: writePackagesSearch(next) })}
    />
  );
}
