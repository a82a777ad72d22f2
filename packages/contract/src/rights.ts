/**
 * What an endpoint may ask of its caller. The names are those of the requirements;
 * `packages/rules/permissions` says who holds which.
 */
export const rights = [
  'anyone',
  'signedIn',
  /** Any person and any API token, also one that has not named a site yet. */
  'reachesSites',
  /** A screen with the token of one dashboard; no person and no program holds it. */
  'detached',
  /** An identity provider with the token of its connection; no person and no other program holds it. */
  'provisions',
  'isSystemAdmin',
  'canRead',
  'canMakeChanges',
  /** Decides about updates, and has failed ones tried again. */
  'canDecideUpdates',
  /** Says which machines may become hosts of the site: install tokens, accepting, lifting a quarantine. */
  'canAdmitHosts',
  /** Deletes hosts for good. */
  'canDeleteHosts',
  /** Changes the settings that hold for all hosts of a site. */
  'canChangeSettings',
  'canManageSites',
  'canManageApiTokens',
  'canViewUserActivity',
  'canViewSoftwareDeployment',
  'canDeploySoftware',
  'canViewCustomDeployments',
  'canWriteCustomDeployments',
  'canViewResults',
  'canViewPatching',
  'canViewPatchPro',
] as const;

export type Right = (typeof rights)[number];

/** Site permission bits. A right checks its own bit, never a neighbour's. */
export const sitePermission = {
  None: 0,
  FullRead: 1,
  FullWrite: 2,
  ViewLog: 16,
  ReadCustomDeployments: 32,
  WriteCustomDeployments: 64,
  Administer: 4096,
} as const;

/** The roles an administrator picks from, as bit presets. */
export const rolePreset = {
  'Read-Only': 49,
  'Read & Write': 115,
  Administer: 4211,
  Disabled: 0,
} as const;

export type RoleLabel = keyof typeof rolePreset | 'System Administrator';
