import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePastDay } from '../../domain/past-day.ts';
import { VulnerabilitiesScreen } from '../../features/vulnerabilities/vulnerabilities-screen.tsx';
import {
  readVulnerabilitySearch,
  writeVulnerabilitySearch,
} from '../../features/vulnerabilities/vulnerability-search.ts';
import { deferred } from '../../lib/deferred.tsx';

const VulnerabilitiesOfDay = deferred(() =>
  import('../../features/vulnerabilities/vulnerabilities-of-day.tsx').then(
    ({ VulnerabilitiesOfDay: component }) => component,
  ),
);

export function VulnerabilitiesPage() {
  const search = useSearch({ from: '/shell/vulnerabilities' });
  const asOf = usePastDay();
  const navigate = useNavigate();
  if (asOf !== undefined) return <VulnerabilitiesOfDay asOf={asOf} />;
  return (
    <VulnerabilitiesScreen
      search={readVulnerabilitySearch(search)}
      onSearch={(next) => void navigate({ to: '/vulnerabilities', search: writeVulnerabilitySearch(next) })}
    />
  );
}
