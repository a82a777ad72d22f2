import type { ActivityResult, PackageActivity } from '@patchkeep/contract/activities';
import { type ActivityLabel, activityLabel, isUnverified } from '@patchkeep/rules/activity-label';
import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';

/** What the list can be narrowed to. */
export const resultText: Record<ActivityResult, string> = {
  waiting: 'Waiting',
  retried: 'Failed, is tried again',
  running: 'At work',
  unverified: 'Done, not yet verified',
  verified: 'Verified',
  failed: 'Failed',
  unsolved: 'Failed, not planned again',
  updated: 'Updated and verified',
};

const under: ReadonlySet<ActivityLabel> = new Set(['Applying', 'Installing', 'Uninstalling']);
const waiting: ReadonlySet<ActivityLabel> = new Set([
  'Pending',
  'Reboot Required',
  'App Restart Required',
  'Pending User Login',
]);

/** "14:20", or with its day when that is not today. */
export const clockOf = (at: string | Date, now: Date, timeZone = browserTimeZone()): string => {
  const text = formatAbsolute(new Date(at), timeZone);
  return formatAbsolute(now, timeZone).slice(0, 10) === text.slice(0, 10) ? text.slice(11, 16) : text.slice(0, 16);
};

/** Whether anything is still to come of it. */
export const isOpen = (activity: PackageActivity): boolean => {
  const label = activityLabel(activity);
  return (
    under.has(label) ||
    waiting.has(label) ||
    isUnverified(activity) ||
    activity.nextAttempt !== null ||
    (label === 'Unknown' && activity.isTask)
  );
};

/** Said beside the label: what it does not say by itself. */
export const noteOf = (activity: PackageActivity, now: Date, timeZone?: string): string => {
  const { attempt, nextAttempt, awaitedSince } = activity;
  if (awaitedSince !== null) return `since ${clockOf(awaitedSince, now, timeZone)}`;
  if (nextAttempt !== null) return `attempt ${attempt + 1}, next try ${clockOf(nextAttempt, now, timeZone)}`;
  if (isUnverified(activity)) return 'not yet verified';
  return under.has(activityLabel(activity)) && attempt > 1 ? `attempt ${attempt}` : '';
};

const plainCauses: Partial<Record<ActivityLabel, string>> = {
  Pending: 'Waiting for the next check-in of the host.',
  Applying: 'The host is at work on it.',
  Installing: 'The host is at work on it.',
  Uninstalling: 'The host is at work on it.',
  'Reboot Required': 'Done; files that were in use change with the next restart.',
  'App Restart Required': 'Waits until the application is closed.',
  'Pending User Login': 'Waits until a user signs in to the host.',
  'Disk Full': 'The disk of the host has no room for it.',
  Superseded: 'Something newer was decided before the host began.',
  Unknown: 'The host stopped in between; the next inventory shows how it ended.',
};

/** Why it stands where it stands, in plain words. What the host said comes first. */
export const causeOf = (activity: PackageActivity): string => {
  if (activity.cause !== '') return activity.cause;
  const label = activityLabel(activity);
  if (label === 'Pending' && activity.isAwaitingRegistration) return 'Waits until the host is registered.';
  if (label === 'Reboot Required' && activity.isAwaitingBoot) return 'Waits for a restart before it can begin.';
  if (isUnverified(activity) && label !== 'Reboot Required')
    return `No inventory has shown ${activity.toVersion || 'it'} yet.`;
  return plainCauses[label] ?? (label === 'Failed' ? 'The host gave no reason.' : '');
};

/** What it waits for next; nothing for what is over. */
export const nextOf = (activity: PackageActivity, now: Date, timeZone?: string): string => {
  const label = activityLabel(activity);
  if (activity.nextAttempt !== null && !activity.isAwaitingBoot)
    return `Another try at ${clockOf(activity.nextAttempt, now, timeZone)}`;
  if (activity.result === 'expired') return 'Planned anew within an hour, once the host is at work';
  if (label === 'Reboot Required')
    return activity.rebootDeadline === null
      ? 'The next restart'
      : `Restart asked for by ${clockOf(activity.rebootDeadline, now, timeZone)}`;
  if (label === 'Pending User Login') return 'The next sign-in on the host';
  if (label === 'Pending') return 'The next check-in';
  if (isUnverified(activity) || (label === 'Unknown' && activity.isTask)) return 'The next inventory';
  if (under.has(label)) return 'The report of the host';
  if (label !== 'Failed' && label !== 'Rejected' && label !== 'Disk Full') return '';
  if (activity.retried !== null) return 'Retry requested';
  return activity.isRetryable ? 'Waits for a retry' : 'Not tried again';
};

/** What it is about: an application, or a Windows update with its article. */
export const titleOf = ({ wuTitle, title }: PackageActivity): string => wuTitle || title || '—';

export const versionsOf = ({ fromVersion, toVersion, action }: PackageActivity): string => {
  if (action === 'remove') return fromVersion || '—';
  return fromVersion !== '' && toVersion !== '' ? `${fromVersion} → ${toVersion}` : toVersion || fromVersion || '—';
};
