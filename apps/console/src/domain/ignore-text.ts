import type { IgnoreRule, ignoreReasonKinds, IgnoreState } from '@patchkeep/contract/ignore-rules';

export const reasonText: Record<(typeof ignoreReasonKinds)[number], string> = {
  acceptedRisk: 'Accepted risk',
  falsePositive: 'False positive',
  mitigated: 'Mitigated otherwise',
  notExposed: 'Not exposed',
  plannedRemoval: 'Removal is planned',
  other: 'Other',
};

export const stateText: Record<IgnoreState, string> = {
  active: 'Active',
  expiring: 'Expiring',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** What a rule does not count, in one line: "CVE-2026-1111 in 7-Zip, from 22.00 to 24.06". */
export const targetText = ({
  applicationName,
  cveId,
  versionFrom,
  versionTo,
}: Pick<IgnoreRule['target'], 'applicationName' | 'cveId' | 'versionFrom' | 'versionTo'>): string => {
  const range = [versionFrom !== null && `from ${versionFrom}`, versionTo !== null && `up to ${versionTo}`]
    .filter(Boolean)
    .join(' ');
  const application = applicationName === null ? '' : `${applicationName}${range && `, ${range}`}`;
  if (cveId === null) return application;
  return application === '' ? cveId : `${cveId} in ${application}`;
};

export const scopeText = ({ scope, scopeName }: Pick<IgnoreRule, 'scope' | 'scopeName'>): string =>
  scope === 'site' ? 'Whole site' : scope === 'group' ? `Group ${scopeName}` : scopeName;
