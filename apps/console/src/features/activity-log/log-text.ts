import type { Activity, ActivitySource } from '@patchkeep/contract/activity-log';
import { constants } from '@patchkeep/contract/constants';

const verbText: Record<string, string> = {
  'agentSettings.save': 'Saved the agent settings',
  'apiToken.create': 'Made an API token',
  'apiToken.revoke': 'Revoked an API token',
  'approval.approve': 'Approved',
  'approval.askFourEyesOff': 'Asked to end the second person',
  'approval.automate': 'Automated',
  'approval.block': 'Blocked',
  'approval.change': 'Changed approvals',
  'approval.confirm': 'Confirmed a change',
  'approval.disable': 'Removed own decision',
  'approval.fourEyes': 'Set the second person',
  'approval.host': 'Decided for one host',
  'approval.refuse': 'Refused a change',
  'approval.request': 'Asked for a change',
  'approval.undo': 'Took a change back',
  'approval.withdraw': 'Withdrew a request',
  'breakGlass.login': 'Signed in with a break-glass account',
  'breakGlass.mark': 'Marked a break-glass account',
  'breakGlass.unmark': 'Took the mark of a break-glass account away',
  'change.confirm': 'Confirmed a change',
  'change.refuse': 'Refused a change',
  'change.request': 'Asked for a change',
  'change.undo': 'Took a change back',
  'change.withdraw': 'Withdrew a request',
  'connection.add': 'Connected an identity provider',
  'connection.change': 'Changed an identity provider',
  'connection.map': 'Mapped groups of an identity provider',
  'connection.remove': 'Removed an identity provider',
  'correction.create': 'Corrected the catalogue',
  'correction.delete': 'Took a correction back',
  'customer.change': 'Changed settings for all sites',
  'customer.restore': 'Restored the database from a backup',
  'domain.add': 'Added a mail domain',
  'domain.change': 'Chose how users of a mail domain sign in',
  'domain.lapsed': 'A mail domain stopped counting: its DNS record stayed missing',
  'domain.missing': 'The DNS record of a mail domain is missing',
  'domain.prove': 'Proved a mail domain',
  'domain.remove': 'Removed a mail domain',
  'factor.add': 'Set up a second factor',
  'factor.newRecoveryCodes': 'Made new recovery codes',
  'factor.refused': 'Second factor refused',
  'factor.remove': 'Removed a second factor',
  'factor.suspend': 'Suspended a passkey that may have been copied',
  'factor.useRecoveryCode': 'Used a recovery code',
  'group.change': 'Changed a group',
  'group.create': 'Made a group',
  'group.delete': 'Deleted a group',
  'guest.accept': 'Let a service provider in',
  'guest.end': 'Ended the access of a service provider',
  'guest.enter': 'Entered a customer as a guest',
  'guest.leave': 'Left the customer as a guest',
  'guestRequest.create': 'Asked a customer to be let in',
  'guestRequest.revoke': 'Revoked a request to be let in',
  'host.accept': 'Accepted',
  'host.cancelRestart': 'Called a restart off',
  'host.disable': 'Disabled',
  'host.emptyTrash': 'Emptied the trash',
  'host.enable': 'Enabled',
  'host.enrol': 'Enrolled',
  'host.inspect': 'Asked for an inspection',
  'host.move': 'Moved to a group',
  'host.quarantine': 'Put in quarantine',
  'host.restart': 'Asked for a restart',
  'host.restore': 'Restored from the trash',
  'host.tag': 'Changed tags of hosts',
  'host.trash': 'Moved to the trash',
  'host.trust': 'Trusts a root now',
  'host.unaccept': 'Took an acceptance back',
  'ignoreRule.change': 'Changed an ignore rule',
  'ignoreRule.create': 'Made an ignore rule',
  'ignoreRule.renew': 'Renewed an ignore rule',
  'ignoreRule.restore': 'Restored an ignore rule',
  'ignoreRule.revoke': 'Revoked an ignore rule',
  'ignoreRule.undoRenewal': 'Took a renewal back',
  'installToken.create': 'Made an install token',
  'installToken.revoke': 'Revoked an install token',
  'invitation.accept': 'Accepted an invitation',
  'invitation.make': 'Made a new invitation',
  'invitation.revoke': 'Revoked an invitation',
  'provisioning.makeToken': 'Made a provisioning token',
  'provisioning.replaceToken': 'Replaced a provisioning token',
  'provisioning.revokeToken': 'Revoked a provisioning token',
  'restartSettings.save': 'Saved the restart settings',
  'savedView.change': 'Changed a shared view',
  'savedView.share': 'Shared a view',
  'savedView.unshare': 'Stopped sharing a view',
  'scim.addGroup': 'Added a group',
  'scim.addUser': 'Added a user',
  'scim.changeGroup': 'Changed a group',
  'scim.changeUser': 'Changed a user',
  'scim.connectUser': 'Connected a user',
  'scim.disableUser': 'Disabled a user',
  'scim.enableUser': 'Enabled a user',
  'scim.mapRights': 'Rights by groups changed',
  'scim.removeGroup': 'Removed a group',
  'scim.removeUser': 'Removed a user',
  'session.end': 'Ended a session',
  'session.endOthers': 'Ended all other sessions',
  'session.login': 'Signed in',
  'session.loginRefused': 'Sign-in refused',
  'session.logout': 'Signed out',
  'session.stepUp': 'Confirmed who they are',
  'site.create': 'Created a site',
  'site.modules': 'Switched modules of the site',
  'site.rename': 'Renamed the site',
  'site.select': 'Switched to the site',
  'siteResource.create': 'Uploaded a file',
  'sso.refused': 'Refused a single sign-on',
  'support.send': 'Wrote to support',
  'tag.change': 'Changed a tag',
  'tag.create': 'Made a tag',
  'tag.delete': 'Deleted a tag',
  'task.retry': 'Retried failed updates',
  'user.change': 'Changed a user',
  'user.changePassword': 'Changed the own password',
  'user.changePasswordRefused': 'Change of password refused',
  'user.connect': 'Connected an account with an identity provider',
  'user.create': 'Added a user',
  'user.endSessions': 'Ended all sessions of a user',
  'user.mapRights': 'Rights by groups changed',
  'user.remove': 'Removed a user',
  'user.removeFactors': 'Removed all second factors',
  'user.resetPassword': 'Reset a password',
  'user.restore': 'Restored a user',
  'user.setDefaultSite': 'Set the default site',
  'user.unlock': 'Unlocked a user',
};

/** `groupUuid` reads "Group", `isAcceptanceRequired` reads "Acceptance required". */
export const plainText = (name: string): string => {
  const parts = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=.)Uuids?$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('.', ': ')
    .toLowerCase();
  return parts.charAt(0).toUpperCase() + parts.slice(1);
};

/** Fields whose recorded name says too little to whoever reads the log. */
const fieldText: Record<string, string> = {
  agentInactivityToDormancyTimeoutDays: 'Days until a silent host is dormant',
  allowCustomSoftwareUi: 'Pages of custom software shown',
  channelTag: 'Application',
  closeSeconds: 'Seconds to save work',
  contentHash: 'Content',
  daysOfWeek: 'Inspection days',
  expiresInDays: 'Days until it ends',
  hostLicenseCount: 'Host licences',
  isInternalUse: 'Internal use',
  isDetectionModuleEnabled: 'Detection',
  isFourEyesRequired: 'Second person needed',
  isPatchingEnabled: 'Patching',
  isPatchProModuleEnabled: 'PatchPro',
  isSiteRedirect: 'Dashboard after switching site',
  mode: 'Decision',
  openApplication: 'When an application is open',
  scopeUuid: 'Scope',
  secondFactorPolicy: 'Who needs a second factor',
  secondsUntilForce: 'Seconds until a forced restart',
  undoes: 'Takes back',
  useCap: 'Hosts it may let in',
  usedCount: 'Hosts it has let in',
  wuaKey: 'Windows update',
};

export const fieldOf = (name: string): string => fieldText[name] ?? plainText(name);

const valueText: Record<string, Record<string, string>> = {
  mode: { inherit: 'No Default', auto: 'Automated', manual: 'Approved', blocked: 'Blocked' },
  openApplication: { install: 'Install anyway', wait: 'Wait', ask: 'Ask', close: 'Close it' },
};

const dayNames = Object.entries(constants.dayBits);
const daysText = (bits: number): string => {
  const days = dayNames.flatMap(([day, bit]) => ((bits & bit) === 0 ? [] : [day]));
  return days.length === dayNames.length ? 'Every day' : days.join(', ') || 'None';
};

/** The value of a field that is recorded as a word or number of its own; undefined where it reads as it is. */
export const valueOfField = (field: string, value: unknown): string | undefined => {
  if (field === 'daysOfWeek' && typeof value === 'number') return daysText(value);
  return typeof value === 'string' ? valueText[field]?.[value] : undefined;
};

/** What was done, in words; what has none yet is read as it is written. */
export const verbOf = (verb: string): string => verbText[verb] ?? plainText(verb);

const kindText: Record<string, string> = {
  apiToken: 'API token',
  changeSet: 'Change of approvals',
  connection: 'Identity provider',
  domain: 'Mail domain',
  tasks: 'Updates',
};
export const kindOf = (objectKind: string): string => kindText[objectKind] ?? plainText(objectKind);

/** The verbs and kinds of things somebody may look for, whether they are in sight or not. */
export const knownVerbs: readonly string[] = Object.keys(verbText);
export const knownKinds: readonly string[] = [
  'agentSettings',
  'apiToken',
  'approvalSettings',
  'changeSet',
  'connection',
  'correction',
  'domain',
  'group',
  'host',
  'ignoreRule',
  'installToken',
  'restartSettings',
  'savedView',
  'site',
  'siteResource',
  'tag',
  'tasks',
  'user',
];

export const sourceText: Record<ActivitySource, string> = { ui: 'UI', api: 'API', agent: 'Agent', system: 'System' };

export const actorOf = ({ source, userUuid, userName }: Activity): string => {
  if (userName !== null) return userName;
  if (userUuid !== null) return 'A former user';
  return source === 'agent' ? 'Agent of the host' : 'Patchkeep';
};

export const objectOf = ({ objectName, objectKind }: Activity): string => objectName ?? kindOf(objectKind);
