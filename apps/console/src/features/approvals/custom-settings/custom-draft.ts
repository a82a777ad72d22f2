import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';

type FileChoice = UpgradeConfig['files'][number];
type ChosenFile = Customization['files'][string];

/** What is shown first: what was set, and the suggestions of the channel where nothing was. */
export const draftOf = (config: UpgradeConfig, set: Customization): Customization => ({
  configTag: config.configTag,
  selectors: Object.fromEntries(
    config.pkgDataSelector.flatMap(({ name, choices, defaultChoice }) => {
      const value = set.selectors[name] ?? defaultChoice;
      // A choice that the channel no longer offers is asked for anew.
      return value !== null && choices.some((choice) => choice.value === value) ? [[name, value]] : [];
    }),
  ),
  installOptions: Object.fromEntries(
    config.installOptions.map(({ name, defaultValue }) => [name, set.installOptions[name] ?? defaultValue]),
  ),
  files: Object.fromEntries(
    config.files.flatMap(({ name }) => {
      const file = set.files[name];
      return file ? [[name, file]] : [];
    }),
  ),
});

/** An installer in place of the vendor's is right for one version only. */
export const fileFor = ({ type }: FileChoice, newestVersion: string | null): ChosenFile['forVersion'] =>
  type === 'replaceInstaller' ? newestVersion : null;

/** A file was chosen, but for another version than the one on offer now. */
export const isOutdated = (choice: FileChoice, file: ChosenFile, newestVersion: string | null): boolean =>
  choice.type === 'replaceInstaller' && newestVersion !== null && file.forVersion !== newestVersion;
