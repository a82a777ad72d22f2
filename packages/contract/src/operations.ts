/** The verbs and things of "Unable to {verb} {thing}", the sentence of a failed operation. */
export const operationVerbs = [
  'fetch',
  'create',
  'save',
  'update',
  'delete',
  'initiate',
  'request',
  'approve',
  'automate',
  'disable',
  'reject',
  'renew',
  'restore',
  'resume',
  'stop',
  'switch',
  'upload',
  'publish',
  'remove',
  'refresh',
] as const;
export type OperationVerb = (typeof operationVerbs)[number];

export const operationThings = [
  'account info',
  'agent settings',
  'API tokens',
  'applications',
  'versions',
  'hosts',
  'approvals',
  'device-management tenant',
  'PatchPro channels',
  'PatchPro configs',
  'PatchPro custom settings',
  'changelog',
  'channel info',
  'configuration',
  'custom deployment configs',
  'CVE info',
  'dashboard data',
  'deployment activities',
  'deployment configs',
  'deployment jobs',
  'groups',
  'tags',
  'ignore rules',
  'package activities',
  'packages',
  'patching activities',
  'report',
  'saved views',
  'settings',
  'sites',
  'site',
  'site users',
  'system activities',
  'user activities',
  'update info',
  'vulnerabilities',
  'Windows updates',
  'Windows update hosts',
  'directory tenant',
  'inspections',
  'restarts',
  'retries',
  'hosts to trash',
  'trash',
  'default site',
  'session',
  'support',
  'support message',
] as const;
export type OperationThing = (typeof operationThings)[number];

/** What was being attempted; the console names it with every call whose failure it shows. */
export interface Operation {
  verb: OperationVerb | 'move' | 'empty' | 'set';
  thing: OperationThing;
}

export const unableTo = ({ verb, thing }: Operation): string => `Unable to ${verb} ${thing}.`;
