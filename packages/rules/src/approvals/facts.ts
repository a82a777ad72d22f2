import type { ApprovalStatus } from '@patchkeep/contract/approval-fields';
import type { HostState } from '@patchkeep/contract/hosts';
import type { CopyVariant } from '../software/variant.ts';
import type { FailedWork } from './given-up.ts';
import { decisionStatus } from './modes.ts';
import type { CompareTwo, Decision } from './resolve.ts';
import type { Supply } from './supply.ts';

/** A version that may be gone to, and the day it came out. */
export interface Offer {
  version: string;
  releasedOn: Date | null;
}

/** A copy of an application on a host. */
export interface InstalledCopy extends CopyVariant {
  version: string;
  /** The user it belongs to, where that is known. */
  owner?: string;
  /** The newer version that the host's own repositories offer for it. */
  offered?: string;
}

export interface ApplicationFacts extends Supply {
  kind: 'app';
  name: string;
  /** Every version on the host. */
  installed: readonly string[];
  /** Whose the copies are and of which variant; left out, all are the machine's and nothing else is known. */
  copies?: readonly InstalledCopy[];
  /** What failed for good on the host. */
  failed?: readonly FailedWork[];
  /** What the catalogue recommends, newest first; one is enough unless a decision waits for age. */
  offers: readonly Offer[];
  /** A package of the host's own distribution: the offers are those of its own repositories. */
  isFromRepositories?: boolean;
}

export interface WindowsUpdateFacts extends Pick<Supply, 'orders'> {
  kind: 'wua';
  /** KB5034441 */
  name: string;
  isInstalled: boolean;
  releasedOn: Date | null;
  /** A newer update that makes this one needless. */
  supersededBy: string | null;
  failed?: readonly FailedWork[];
}

export type Facts = ApplicationFacts | WindowsUpdateFacts;

/** Custom settings as far as the update in question goes. */
export type SettingsState = 'notNeeded' | 'complete' | 'incomplete';

/** What a host itself may make an update wait for. */
export interface HostStanding {
  state: HostState;
  isRestartPending: boolean;
}

export const isByClass = ({ subject }: Pick<Decision, 'subject'>): boolean => subject.startsWith('class:');

/** An approved version is up to date as long as nothing newer is recommended; unread, only when it is that very one. */
export const isVersionUpToDate = (approved: string | null, newest: string | null, compare: CompareTwo): boolean => {
  if (approved === null || newest === null || approved === newest) return true;
  return (compare(approved, newest) ?? -1) >= 0;
};

/**
 * Approving a classification approves the updates it has that day, as approving a version approves that version. An
 * update that nobody knows the day of was not among them.
 */
export const isApprovedWithClass = (decidedAt: Date | null, releasedOn: Date | null): boolean =>
  decidedAt !== null && releasedOn !== null && releasedOn <= decidedAt;

/** A classification approved is up to date until an update comes out after it. */
export const isClassUpToDate = (decidedAt: Date | null, newestReleasedOn: Date | null): boolean =>
  newestReleasedOn === null || isApprovedWithClass(decidedAt, newestReleasedOn);

const isUpToDate = (decision: Decision, facts: Facts, compare: CompareTwo): boolean => {
  if (facts.kind === 'app') return isVersionUpToDate(decision.version, facts.offers[0]?.version ?? null, compare);
  if (isByClass(decision)) return isApprovedWithClass(decision.decidedAt, facts.releasedOn);
  return facts.supersededBy === null;
};

/** The status of a decision as it bears on this application or update. */
export const statusAbout = (decision: Decision | null, facts: Facts, compare: CompareTwo): ApprovalStatus =>
  decisionStatus(decision?.mode ?? null, decision !== null && isUpToDate(decision, facts, compare));
