import type { Installer } from '@patchkeep/winget/installers';

/** An installer of which nothing is said but what every one has. */
export const plainInstaller = (
  said: Pick<Installer, 'architecture' | 'scope' | 'kind' | 'url' | 'sha256'>,
): Installer => ({
  ...said,
  nestedKind: null,
  nestedFiles: [],
  locale: null,
  switches: {},
  installModes: [],
  upgradeBehavior: null,
  isExplicitOnly: false,
  needsFolder: false,
  elevation: null,
  successCodes: [],
  returnCodes: [],
  dependencies: [],
  unsupportedArguments: [],
  productCodes: [],
  upgradeCodes: [],
  entryKinds: [],
  displayNames: [],
  displayVersions: [],
  publishers: [],
  defaultFolder: null,
  minimumOs: null,
  unsupportedArchitectures: [],
});
