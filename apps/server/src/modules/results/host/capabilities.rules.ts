import type { Capabilities } from '@patchkeep/contract/results';
import { configFlags, nothingChosen } from '@patchkeep/rules/deployments/choices';

interface Copy {
  scope: 'machine' | 'user';
  productCode?: string | undefined;
}

/**
 * What may be done with an application on a host. A package that names no scope installs for the machine; a copy can be
 * removed when the system knows it by a code. Jobs are chosen for many hosts, so none is chosen here.
 */
export const capabilitiesOf = (installerScopes: readonly (string | null)[], copies: readonly Copy[]): Capabilities => {
  const isRemovableAt = (scope: Copy['scope']): boolean =>
    copies.some((copy) => copy.scope === scope && copy.productCode !== undefined);
  const ability = {
    isInstallableSystemBased: installerScopes.some((scope) => scope !== 'user'),
    isInstallableUserBased: installerScopes.includes('user'),
    isRemovableSystemBased: isRemovableAt('machine'),
    isRemovableUserBased: isRemovableAt('user'),
  };
  const { isSetToInstall: _install, isSetToRemove: _remove, ...told } = configFlags(ability, nothingChosen, false);
  return told;
};
