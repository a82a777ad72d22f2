import type { severities } from '@patchkeep/contract/dashboard-data';

type Severity = (typeof severities)[number];

/** Where each severity begins, as CVSS names its scores; worst first. */
export const severityFloors: readonly (readonly [Severity, number])[] = [
  ['critical', 9],
  ['high', 7],
  ['medium', 4],
  ['low', 0.1],
];

export const severityOf = (cvss: number | null): Severity =>
  severityFloors.find(([, floor]) => (cvss ?? 0) >= floor)?.[0] ?? 'unscored';
