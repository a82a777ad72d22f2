import type { Installer } from '@patchkeep/winget/installers';
import { plainInstaller } from './plain-installer.ts';

export const someInstaller = (more: Partial<Installer> = {}): Installer => ({
  ...plainInstaller({
    architecture: 'x64',
    scope: 'machine',
    kind: 'nullsoft',
    url: 'https://vendor.example/setup.exe',
    sha256: 'ab'.repeat(32),
  }),
  upgradeBehavior: 'install',
  ...more,
});
