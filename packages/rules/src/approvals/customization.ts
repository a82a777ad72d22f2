import type { Approval } from '@patchkeep/contract/approval-fields';
import { constants } from '@patchkeep/contract/constants';
import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import {
  hasFile,
  isInconsistent,
  isPerRule,
  missingSettings,
  type Settings,
} from '../install-settings/completeness.ts';
import type { SettingsState } from './facts.ts';

type FileChoice = UpgradeConfig['files'][number];

export type CustomizationFlags = Pick<
  Approval,
  | 'isUcSupported'
  | 'isUcRequired'
  | 'isUcSet'
  | 'isUcSupportedForVersion'
  | 'isUcRequiredForVersion'
  | 'isUcSetForVersion'
  | 'isUacSupported'
  | 'isUacRequired'
  | 'isUacSet'
  | 'isCustomizationInconsistent'
  | 'isCustomizationEnabled'
>;

/** Settings that nobody needs and nobody switched on hold nothing up. */
export const settingsState = (settings: Settings): SettingsState => {
  const { config, customization, isEnabled } = settings;
  const isInUse = isEnabled && customization !== null;
  if (!config.isRequired && !isInUse) return 'notNeeded';
  const isUsable = (isInUse || customization === null) && !isInconsistent(settings);
  return isUsable && missingSettings(settings).length === 0 ? 'complete' : 'incomplete';
};

/** The marks of an approval; without a config there is nothing to set. */
export const customizationFlags = (settings: Settings | null): CustomizationFlags => {
  const { config, customization = null, isEnabled = false } = settings ?? {};
  const files = config?.files ?? [];
  const perRule = files.filter(isPerRule);
  const advanced = files.filter(({ isAdvanced }) => isAdvanced);
  const isSet = (choices: readonly FileChoice[]): boolean =>
    settings !== null && choices.some((choice) => hasFile(choice, settings));
  const isRequired = (choices: readonly FileChoice[]): boolean => choices.some((choice) => choice.isRequired);
  return {
    isUcSupported: files.length + (config?.installOptions.length ?? 0) + (config?.pkgDataSelector.length ?? 0) > 0,
    isUcRequired: config?.isRequired ?? false,
    isUcSet: customization !== null,
    isUcSupportedForVersion: perRule.length > 0,
    isUcRequiredForVersion: isRequired(perRule),
    isUcSetForVersion: isSet(perRule),
    isUacSupported: advanced.length > 0,
    isUacRequired: isRequired(advanced),
    isUacSet: isSet(advanced),
    isCustomizationInconsistent: settings !== null && isInconsistent(settings),
    isCustomizationEnabled: isEnabled,
  };
};

/** Does the status need to be struck through: settings are required or out of step, and not in order. */
export const needsSettings = (settings: Settings): boolean => settingsState(settings) === 'incomplete';

/** Why approving must wait: the config changed under the settings, the installer is missing, or something else is. */
export const settingsProblem = (settings: Settings): 6001 | 6002 | 6004 | undefined => {
  if (!needsSettings(settings)) return undefined;
  if (isInconsistent(settings)) return 6004;
  const lacksInstaller = settings.config.files.some(
    (choice) => isPerRule(choice) && choice.isRequired && !hasFile(choice, settings),
  );
  return lacksInstaller ? 6002 : 6001;
};

/** A file that cannot be run as an installer. */
export const installerProblem = (filename: string): 6000 | undefined => {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return constants.installerTypes.some((type) => type === ending) ? undefined : 6000;
};

/** The same installer cannot be the one of two versions. */
export const perRuleProblem = (
  config: UpgradeConfig,
  before: Customization | null,
  after: Customization,
): 6003 | undefined => {
  const isReused = config.files.filter(isPerRule).some(({ name }) => {
    const was = before?.files[name];
    const is = after.files[name];
    return (
      was !== undefined &&
      is !== undefined &&
      was.siteResourceTag === is.siteResourceTag &&
      was.forVersion !== is.forVersion
    );
  });
  return isReused ? 6003 : undefined;
};
