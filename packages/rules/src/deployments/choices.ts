/** What a config can do on hosts: install or remove, for all users (system based) or for one (user based). */
export interface ConfigAbility {
  isInstallableSystemBased: boolean;
  isInstallableUserBased: boolean;
  isRemovableSystemBased: boolean;
  isRemovableUserBased: boolean;
}

/** What somebody chose to have done. */
export interface ConfigChoice {
  isSetToInstallSystemBased: boolean;
  isSetToInstallUserBased: boolean;
  isSetToRemoveSystemBased: boolean;
  isSetToRemoveUserBased: boolean;
}

export const nothingChosen: ConfigChoice = {
  isSetToInstallSystemBased: false,
  isSetToInstallUserBased: false,
  isSetToRemoveSystemBased: false,
  isSetToRemoveUserBased: false,
};

/** Of a kind, installing and removing contradict each other. Removing users' copies while installing for all does not. */
const opposites: Record<keyof ConfigChoice, keyof ConfigChoice> = {
  isSetToInstallSystemBased: 'isSetToRemoveSystemBased',
  isSetToInstallUserBased: 'isSetToRemoveUserBased',
  isSetToRemoveSystemBased: 'isSetToInstallSystemBased',
  isSetToRemoveUserBased: 'isSetToInstallUserBased',
};

/** The choice with one more made, which unsets what contradicts it. */
export const choose = (choice: ConfigChoice, chosen: keyof ConfigChoice): ConfigChoice => ({
  ...choice,
  [opposites[chosen]]: false,
  [chosen]: true,
});

export interface ConfigFlags extends ConfigAbility, ConfigChoice {
  isInstallable: boolean;
  isRemovable: boolean;
  isSetToInstall: boolean;
  isSetToRemove: boolean;
  /** Nothing can be done with it. */
  isEmpty: boolean;
  isConfigured: boolean;
}

/** All that a config says of itself. */
export const configFlags = (ability: ConfigAbility, choice: ConfigChoice, isConfigured: boolean): ConfigFlags => {
  const isInstallable = ability.isInstallableSystemBased || ability.isInstallableUserBased;
  const isRemovable = ability.isRemovableSystemBased || ability.isRemovableUserBased;
  return {
    ...ability,
    ...choice,
    isInstallable,
    isRemovable,
    isSetToInstall: choice.isSetToInstallSystemBased || choice.isSetToInstallUserBased,
    isSetToRemove: choice.isSetToRemoveSystemBased || choice.isSetToRemoveUserBased,
    isEmpty: !isInstallable && !isRemovable,
    isConfigured,
  };
};
