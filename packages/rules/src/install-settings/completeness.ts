import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';

/** What somebody set for the installer of an application, at a tag or in a job, about the version it would install. */
export interface Settings {
  config: UpgradeConfig;
  customization: Customization | null;
  isEnabled: boolean;
  /** Null when there is none to install. */
  version: string | null;
}

type FileChoice = UpgradeConfig['files'][number];

/** An installer that stands in for the vendor's is a choice per version: the file of another version is none. */
export const isPerRule = ({ type }: FileChoice): boolean => type === 'replaceInstaller';

export const hasFile = (choice: FileChoice, { customization, version }: Settings): boolean => {
  const file = customization?.files[choice.name];
  return file !== undefined && (!isPerRule(choice) || version === null || file.forVersion === version);
};

const hasOption = (option: UpgradeConfig['installOptions'][number], given: Customization | null): boolean =>
  !option.isRequired || (given?.installOptions[option.name] ?? option.defaultValue).trim() !== '';

/** A choice that is no longer offered is none, and then the default does not stand in for it. */
const hasChoice = (selector: UpgradeConfig['pkgDataSelector'][number], given: Customization | null): boolean => {
  const chosen = given?.selectors[selector.name] ?? selector.defaultChoice;
  return chosen !== null && selector.choices.some(({ value }) => value === chosen);
};

/** The titles of what is still to be set; complete is when there are none. */
export const missingSettings = (settings: Settings): string[] => {
  const { config, customization } = settings;
  return [
    ...config.files.filter((choice) => choice.isRequired && !hasFile(choice, settings)),
    ...config.installOptions.filter((option) => !hasOption(option, customization)),
    ...config.pkgDataSelector.filter((selector) => !hasChoice(selector, customization)),
  ].map(({ title }) => title);
};

/** Made for another config than there is now. */
export const isInconsistent = ({ config, customization }: Settings): boolean =>
  customization !== null && customization.configTag !== config.configTag;

/** Chosen for the config as it is now, with each selector resolved by a choice or its default. */
export const isConfigured = ({ config, customization }: Pick<Settings, 'config' | 'customization'>): boolean =>
  customization !== null &&
  customization.configTag === config.configTag &&
  config.pkgDataSelector.every((selector) => hasChoice(selector, customization));
