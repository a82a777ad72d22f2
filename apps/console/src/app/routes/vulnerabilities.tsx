import { useNavigate, useSearch } from '@tanstack/react-router';
import { VulnerabilitiesScreen } from '../../features/vulnerabilities/vulnerabilities-screen.tsx';
import {
  readVulnerabilitySearch,
  writeVulnerabilitySearch,
} from '../../features/vulnerabilities/vulnerability-search.ts';

export function VulnerabilitiesPage() {
  const search = useSearch({ from: '/shell/vulnerabilities' });
  const navigate = useNavigate();
  return (
    <VulnerabilitiesScreen
      search={readVulnerabilitySearch(search)}
      onSearch={(next) => void navigate({ to: '/vulnerabilities', search: writeVulnerabilitySearch(next) })}
    />
  );
}
