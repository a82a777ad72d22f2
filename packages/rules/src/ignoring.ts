import { constants } from '@patchkeep/contract/constants';
import type { IgnoreState } from '@patchkeep/contract/ignore-rules';
import { dayMs } from './time-units.ts';

/** What the catalogue says of one version, as far as counting is concerned. Status: 0 Ok, 1 EoL, 2 Insecure, 3 0-Day. */
export interface VersionVerdict {
  versionId: number;
  applicationId: number;
  version: string;
  status: number;
  cveNos: readonly number[];
  /** Those of its CVEs that no version on offer escapes. */
  zeroDayNos: readonly number[];
  exploitedNos: readonly number[];
  isEol: boolean;
  isFixable: boolean;
  highestEpss: number | null;
}

/** What a rule takes out of the count. With a CVE, only that CVE; else all of the application's versions in the range. */
export interface IgnoredTarget {
  applicationId: number | null;
  cveNo: number | null;
  versionFrom: string | null;
  versionTo: string | null;
}

export interface IgnoringRule extends IgnoredTarget {
  ruleId: string;
}

/** How two versions of an application compare, each channel in its own way; undefined when one cannot be read. */
export type CompareVersions = (applicationId: number, a: string, b: string) => number | undefined;

/** A version that cannot be read is in no range. */
const isInRange = (
  { versionFrom, versionTo }: IgnoredTarget,
  applicationId: number,
  version: string,
  compare: CompareVersions,
): boolean => {
  const fromOrder = versionFrom === null ? 0 : (compare(applicationId, version, versionFrom) ?? -1);
  const toOrder = versionTo === null ? 0 : (compare(applicationId, version, versionTo) ?? 1);
  return fromOrder >= 0 && toOrder <= 0;
};

/** Does the rule take anything away from this version? */
export const touches = (rule: IgnoredTarget, verdict: VersionVerdict, compare: CompareVersions): boolean => {
  if (verdict.status === 0) return false;
  if (rule.applicationId !== null && rule.applicationId !== verdict.applicationId) return false;
  if (rule.cveNo !== null && !verdict.cveNos.includes(rule.cveNo)) return false;
  return isInRange(rule, verdict.applicationId, verdict.version, compare);
};

export interface Effective {
  status: number;
  /** It had a problem, and rules cover all of it. */
  isIgnored: boolean;
  isExploited: boolean;
  isFixable: boolean;
}

/** What is left of a version's verdict under the rules that touch it. */
export const underRules = (verdict: VersionVerdict, touching: readonly IgnoredTarget[]): Effective => {
  if (touching.some((rule) => rule.cveNo === null))
    return { status: 0, isIgnored: verdict.status > 0, isExploited: false, isFixable: false };
  if (touching.length === 0) {
    const { status, isFixable, exploitedNos } = verdict;
    return { status, isIgnored: false, isExploited: exploitedNos.length > 0, isFixable: status > 0 && isFixable };
  }
  const gone = new Set(touching.map((rule) => rule.cveNo));
  const isLeft = (cveNo: number): boolean => !gone.has(cveNo);
  const isInsecure = verdict.cveNos.some(isLeft);
  const isZeroDay = isInsecure && verdict.status === 3 && verdict.zeroDayNos.some(isLeft);
  const status = isZeroDay ? 3 : isInsecure ? 2 : verdict.isEol ? 1 : 0;
  return {
    status,
    isIgnored: status === 0,
    isExploited: verdict.exploitedNos.some(isLeft),
    isFixable: status > 0 && verdict.isFixable,
  };
};

/** Of several versions on one host the worst counts; ignored only when nothing else is wrong. */
export const worstOf = (versions: readonly Effective[]): Effective => {
  const status = Math.max(0, ...versions.map((each) => each.status));
  return {
    status,
    isIgnored: status === 0 && versions.some((each) => each.isIgnored),
    isExploited: versions.some((each) => each.isExploited),
    isFixable: versions.some((each) => each.isFixable),
  };
};

/** Expiring soon and expired are derived from the clock, so that a rule turns at its moment and not at a job's. */
export const ignoreState = (rule: { expiresAt: Date; revokedAt: Date | null }, now: Date): IgnoreState => {
  if (rule.revokedAt !== null) return 'revoked';
  if (rule.expiresAt <= now) return 'expired';
  return rule.expiresAt.getTime() - now.getTime() <= constants.expiringSoonDays * dayMs ? 'expiring' : 'active';
};

export const longestIgnoreDays = 366;

/** Why an end is refused, or undefined: it lies ahead, and at most a year. */
export const expiryProblem = (expires: Date, now: Date): string | undefined => {
  if (!(expires > now)) return 'The end must lie ahead';
  return expires.getTime() - now.getTime() > longestIgnoreDays * dayMs ? 'At most one year' : undefined;
};

/** A rule and where it is in force; the places are every scope it reaches, itself included. */
export interface PlacedTarget extends IgnoredTarget {
  /** The site's, the group's or the host's id. */
  scopeId: string;
}

/** Does `wide` ignore all that `narrow` does? `above` are the scopes that contain narrow's scope, its own included. */
export const coversRule = (
  wide: PlacedTarget,
  narrow: PlacedTarget,
  above: ReadonlySet<string>,
  compare: CompareVersions,
): boolean => {
  if (!above.has(wide.scopeId)) return false;
  if (wide.applicationId !== null && wide.applicationId !== narrow.applicationId) return false;
  if (wide.cveNo !== null && wide.cveNo !== narrow.cveNo) return false;
  const { applicationId } = wide;
  if (applicationId === null) return true;
  const isWideFrom =
    wide.versionFrom === null ||
    (narrow.versionFrom !== null && (compare(applicationId, narrow.versionFrom, wide.versionFrom) ?? -1) >= 0);
  const isWideTo =
    wide.versionTo === null ||
    (narrow.versionTo !== null && (compare(applicationId, narrow.versionTo, wide.versionTo) ?? 1) <= 0);
  return isWideFrom && isWideTo;
};
