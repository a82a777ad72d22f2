import type { StatusSplit } from '@patchkeep/contract/applications';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { IgnoredBadge, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';

const problems: readonly VulnerabilityStatus[] = ['zeroday', 'insecure', 'eol'];

/** The problems of a host beside its name, worst first; Ok if there is none. */
export function StatusLead({ split }: { split: StatusSplit }) {
  const shown = problems.filter((status) => split[status] > 0);
  return (
    <>
      {shown.map((status) => (
        <VulnerabilityBadge key={status} status={status} count={split[status]} />
      ))}
      {shown.length === 0 && split.ok > 0 && <VulnerabilityBadge status="ok" />}
      {split.ignored > 0 && <IgnoredBadge count={split.ignored} />}
    </>
  );
}
