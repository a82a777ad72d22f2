import type { Capabilities } from '@patchkeep/contract/results';
import { type ConfigChoice, configFlags, nothingChosen } from '@patchkeep/rules/deployments/choices';

interface Copy {
  scope: 'machine' | 'user';
  productCode?: string | undefined;
}

/** What the site has chosen to have done with an application, and whether nothing is left to choose. */
export interface ChosenByJobs {
  choice: ConfigChoice;
  isConfigured: boolean;
}
const notChosen: ChosenByJobs = { choice: nothingChosen, isConfigured: false };

/**
 * What may be done with an application on a host, and what the jobs of the site begin with. A package that names no scope
 * installs for the machine; a copy can be removed when the system knows it by a code.
 */
export const capabilitiesOf = (
  installerScopes: readonly (string | null)[],
  copies: readonly Copy[],
  { choice, isConfigured }: ChosenByJobs = notChosen,
): Capabilities => {
  const isRemovableAt = (scope: Copy['scope']): boolean =>
    copies.some((copy) => copy.scope === scope && copy.productCode !== undefined);
  const ability = {
    isInstallableSystemBased: installerScopes.some((scope) => scope !== 'user'),
    isInstallableUserBased: installerScopes.includes('user'),
    isRemovableSystemBased: isRemovableAt('machine'),
    isRemovableUserBased: isRemovableAt('user'),
  };
  const { isSetToInstall: _install, isSetToRemove: _remove, ...told } = configFlags(ability, choice, isConfigured);
  return told;
};
