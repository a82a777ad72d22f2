import type { Capabilities } from '@patchkeep/contract/results';

interface Copy {
  scope: 'machine' | 'user';
  productCode?: string | undefined;
}

/**
 * What may be done with an application on a host. A package that names no scope installs for the machine; a copy can be
 * removed when the system knows it by a code. What is set to be done comes with deployment.
 */
export const capabilitiesOf = (installerScopes: readonly (string | null)[], copies: readonly Copy[]): Capabilities => {
  const isInstallableSystemBased = installerScopes.some((scope) => scope !== 'user');
  const isInstallableUserBased = installerScopes.includes('user');
  const isRemovableAt = (scope: Copy['scope']): boolean =>
    copies.some((copy) => copy.scope === scope && copy.productCode !== undefined);
  const isRemovableSystemBased = isRemovableAt('machine');
  const isRemovableUserBased = isRemovableAt('user');
  const isInstallable = isInstallableSystemBased || isInstallableUserBased;
  const isRemovable = isRemovableSystemBased || isRemovableUserBased;
  return {
    isInstallableSystemBased,
    isInstallableUserBased,
    isInstallable,
    isRemovableSystemBased,
    isRemovableUserBased,
    isRemovable,
    isEmpty: !isInstallable && !isRemovable,
    isConfigured: false,
    isSetToInstallSystemBased: false,
    isSetToInstallUserBased: false,
    isSetToRemoveSystemBased: false,
    isSetToRemoveUserBased: false,
  };
};
