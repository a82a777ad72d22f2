import type { UpgradeConfig } from '@patchkeep/contract/customization';
import type { InstallChoices } from '@patchkeep/contract/install-choices';
import { argumentsOf, type InstallOption, optionProblem } from '../deployments/options.ts';
import { isConfigured } from './completeness.ts';

/** What a job can tell the installer of an application. */
interface JobConfig {
  config: UpgradeConfig;
  options: readonly InstallOption[];
}

/** Choices with the tag of the config they were made for; null: nobody chose, and the defaults hold. */
export interface Chosen {
  choices: InstallChoices | null;
  configTag: string | null;
}

interface Problem {
  /** The name of the selector, option or file. */
  at: string;
  text: string;
}

export const noChoices: InstallChoices = { selectors: {}, installOptions: {}, files: {} };
export const noFilesText = 'Jobs cannot give hosts files of yours yet';

const stranger = (given: object, offered: readonly { name: string }[]): string | undefined =>
  Object.keys(given).find((name) => !offered.some((each) => each.name === name));

/** What is wrong with choices as far as they are made; nothing that is merely missing. */
export const choicesProblem = ({ config, options }: JobConfig, choices: InstallChoices): Problem | undefined => {
  const { selectors, installOptions, files } = choices;
  const [file] = Object.keys(files);
  if (file !== undefined) return { at: file, text: noFilesText };
  const unknown = stranger(selectors, config.pkgDataSelector) ?? stranger(installOptions, options);
  if (unknown !== undefined) return { at: unknown, text: 'There is nothing to be chosen by this name' };
  const gone = config.pkgDataSelector.find(({ name, choices: offered }) => {
    const chosen = selectors[name];
    return chosen !== undefined && !offered.some(({ value }) => value === chosen);
  });
  if (gone) return { at: gone.name, text: `${gone.title} has no such choice` };
  const problems = options.flatMap((option) => {
    const text = optionProblem({ ...option, isRequired: false }, installOptions[option.name]);
    return text === undefined ? [] : [{ at: option.name, text: `${option.title} ${text}` }];
  });
  return problems[0];
};

/** The titles of what has to be set before anything is installed. A file of one's own cannot be set at all. */
export const missingChoices = ({ config, options }: JobConfig, { choices, configTag }: Chosen): string[] => {
  const { selectors, installOptions } = choices ?? noChoices;
  const customization = { configTag: configTag ?? config.configTag, selectors, installOptions: {}, files: {} };
  const unresolved = config.pkgDataSelector.filter(
    (selector) => !isConfigured({ config: { ...config, pkgDataSelector: [selector] }, customization }),
  );
  const isOfOldConfig = customization.configTag !== config.configTag;
  return [
    ...(isOfOldConfig ? ['The choices, which were made for another config'] : unresolved.map(({ title }) => title)),
    ...options
      .filter((option) => option.isRequired && optionProblem(option, installOptions[option.name]) !== undefined)
      .map(({ title }) => title),
    ...config.files.filter(({ isRequired }) => isRequired).map(({ title }) => title),
  ];
};

/** Which packages the choices leave, by the name of the selector. */
export const selectorsBy = ({ config }: JobConfig, { choices }: Chosen): Record<string, string> =>
  Object.fromEntries(
    config.pkgDataSelector.flatMap(({ name }) => {
      const chosen = choices?.selectors[name];
      return chosen === undefined ? [] : [[name, chosen]];
    }),
  );

/** What goes along with the work: a text as it was written, a flag as the argument that it stands for. */
export const toldBy = ({ options }: JobConfig, { choices }: Chosen): Record<string, string> =>
  Object.fromEntries(
    options.flatMap(({ name, type, argument }) => {
      const value = choices?.installOptions[name];
      if (type === 'flag') return value === true ? [[name, argument]] : [];
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [[name, text]];
    }),
  );

/** The arguments that the choices become, each one whole. */
export const toldArguments = ({ options }: JobConfig, { choices }: Chosen): string[] =>
  argumentsOf(
    options.map((option) => ({ ...option, isRequired: false })),
    choices?.installOptions ?? {},
  );

/** The same choices always look the same: what says nothing is left out, and null is that nobody chose. */
export const plainChoices = (choices: InstallChoices | null): InstallChoices | null => {
  if (choices === null) return null;
  const installOptions = Object.fromEntries(
    Object.entries(choices.installOptions).flatMap(([name, value]) => {
      const plain = typeof value === 'string' ? value.trim() : value;
      return plain === '' ? [] : [[name, plain]];
    }),
  );
  const plain = { selectors: choices.selectors, installOptions, files: choices.files };
  return Object.values(plain).every((part) => Object.keys(part).length === 0) ? null : plain;
};
