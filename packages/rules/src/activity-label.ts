/** What a host reports of a package, word for word as on the wire. */
export const packageResults = [
  'none',
  'attempting',
  'partial',
  'completed',
  'pending',
  'registered',
  'pendingReboot',
  'pendingAppRestart',
  'tentative',
  'verified',
  'conflicts',
  'rejected',
  'cancelled',
  'expired',
  'failed',
  'invalid',
  'notSupported',
  'prerequisiteFailed',
  'providerFailed',
  'skipped',
  'sourceFailed',
] as const;
export type PackageResult = (typeof packageResults)[number];

const baseLabels = {
  none: 'None',
  attempting: 'Applying',
  partial: 'Applying',
  completed: 'Completed',
  pending: 'Pending',
  registered: 'Pending',
  pendingReboot: 'Reboot Required',
  pendingAppRestart: 'App Restart Required',
  tentative: 'Updated',
  verified: 'Updated',
  conflicts: 'Conflict',
  rejected: 'Rejected',
  cancelled: 'Failed',
  expired: 'Failed',
  failed: 'Failed',
  invalid: 'Failed',
  notSupported: 'Failed',
  prerequisiteFailed: 'Failed',
  providerFailed: 'Failed',
  skipped: 'Failed',
  sourceFailed: 'Failed',
} as const satisfies Record<PackageResult, string>;

export type ActivityLabel =
  | (typeof baseLabels)[PackageResult]
  | 'Tentative'
  | 'Disk Full'
  | 'Pending User Login'
  | 'Installing'
  | 'Installed'
  | 'Uninstalling'
  | 'Uninstalled'
  | 'Superseded'
  | 'Unknown';

export interface PackageActivity {
  result: string;
  /** The host was told to do it; otherwise it was only found to be possible. */
  isTask: boolean;
  /** How the package itself ended. */
  pkgResult: string | null;
  isDiskFull: boolean;
  isAwaitingBoot: boolean;
  isAwaitingLogin: boolean;
  isAwaitingRegistration: boolean;
  isCustomDeploymentConfig: boolean;
  systemHasBootedSinceTaskRan: boolean;
  action: 'install' | 'remove' | 'upgrade';
}

const isKnown = (result: string): result is PackageResult => Object.hasOwn(baseLabels, result);

/** What the result means by itself, whatever the task. Internal readers see that nothing has proved it yet. */
export const baseLabel = (result: string, isInternal = false): ActivityLabel => {
  if (!isKnown(result)) return 'Unknown';
  return result === 'tentative' && isInternal ? 'Tentative' : baseLabels[result];
};

export const successPendingReboot = 'SuccessPendingReboot';

/** A failure that is not the package's own is tried again: to whoever looks, it still goes on. */
const isRetried = ({ result, pkgResult }: PackageActivity): boolean =>
  baseLabel(result) === 'Failed' && pkgResult !== 'Error';

const doing = { install: 'Installing', remove: 'Uninstalling', upgrade: 'Applying' } as const;
const done = { install: 'Installed', remove: 'Uninstalled', upgrade: 'Updated' } as const;

const taskLabel = (activity: PackageActivity): ActivityLabel => {
  const base = isRetried(activity) ? 'Applying' : baseLabel(activity.result);
  if (base === 'Pending') {
    if (activity.isAwaitingBoot) return 'Reboot Required';
    return activity.isAwaitingLogin && !activity.isAwaitingRegistration ? 'Pending User Login' : base;
  }
  if (base !== 'Applying' && base !== 'Updated') return base;
  if (activity.isDiskFull) return 'Disk Full';
  if (activity.pkgResult === successPendingReboot && !activity.systemHasBootedSinceTaskRan) return 'Reboot Required';
  if (activity.isCustomDeploymentConfig) return base === 'Applying' ? 'Applying' : 'Completed';
  return base === 'Applying' ? doing[activity.action] : done[activity.action];
};

/** The one word an activity is shown with. */
export const activityLabel = (activity: PackageActivity, isInternal = false): ActivityLabel => {
  if (!activity.isTask) return activity.result === 'pending' ? 'Superseded' : baseLabel(activity.result, isInternal);
  if (isInternal && activity.result === 'tentative') return 'Tentative';
  return taskLabel(activity);
};

/** Said beside the label until a later inventory shows the version. */
export const isUnverified = ({ result }: Pick<PackageActivity, 'result'>): boolean => result === 'tentative';
