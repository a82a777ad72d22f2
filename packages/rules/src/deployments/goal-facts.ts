import type { WorkAwaits } from '@patchkeep/contract/agent/protocol';
import type { targetKinds } from '@patchkeep/contract/goal-hosts';
import type { HostState } from '@patchkeep/contract/hosts';
import type { CompareTwo } from '../approvals/resolve.ts';
import type { ActionContent } from './action-diff.ts';
import type { GoalStanding } from './goal-state.ts';
import type { JobShape } from './job-type.ts';

/** An action as far as one host is concerned. */
export interface AskedAction extends Pick<ActionContent, 'actionType' | 'version' | 'isRemoval'> {
  /** What people call the application or the custom software. */
  name: string;
  isEnabled: boolean;
}

/** What the last inventory of a host shows of what an action is about. */
export interface Shown {
  versions: readonly string[];
  /** Custom software: found by its product code, or by name and version. Null: the config says nothing to find it by. */
  isRecognised: boolean | null;
}

/** The last piece of work that was written for this action, as the action is now, on this host. */
export interface LastTask {
  state: 'pending' | 'lent' | 'unverified' | 'unknown' | 'verified' | 'failed' | 'superseded';
  changedAt: Date;
  /** Not before. */
  readyAt: Date;
  awaits: WorkAwaits | null;
  cause: string;
  /** How many pieces of work in a row failed here. */
  failures: number;
}

export type TargetKind = (typeof targetKinds)[number];

/** What keeps a host from being given anything new, and that somebody decided so. */
export type Hold =
  | { kind: 'otherJob'; title: string; since: Date }
  | { kind: 'recalled'; version: string; since: Date }
  /** It joined a job that grew beyond what was agreed. */
  | { kind: 'growth'; since: Date };

/**
 * What is lacking. `unfit`: nothing that is vouched for runs on this host, and no other will by itself; `settings`: the
 * choices are not complete, or were made for another config; `choices`: no package takes them. From `draft` on it is about
 * custom software: something of it is missing, its approvers have not signed, have to sign anew, do not count yet; it
 * cannot be removed, or is for single users.
 */
export const goalLacks = [
  'unfit',
  'signer',
  'root',
  'package',
  'settings',
  'choices',
  'agent',
  'budget',
  'window',
  'draft',
  'unsigned',
  'expired',
  'approversChanged',
  'approvers',
  'notRemovable',
  'users',
] as const;
export type GoalLack = { kind: (typeof goalLacks)[number]; until: Date | null };

/** All that says how far an action of a job is on one host. */
export interface GoalQuestion {
  job: GoalStanding & JobShape & { starts: 'now' | 'inspection' };
  action: AskedAction;
  /** Null until the host was inspected. */
  shown: Shown | null;
  compare: CompareTwo;
  lastTask: LastTask | null;
  /** Empty when it is no target any more. */
  via: readonly TargetKind[];
  standing: { hostState: HostState; targetSince: Date; nextInspection: Date | null };
  holds: readonly Hold[];
  lack: GoalLack | null;
  now: Date;
}
