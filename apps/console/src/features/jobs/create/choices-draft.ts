import type { DeploymentConfig } from '@patchkeep/contract/deployment-configs';
import type { InstallChoices } from '@patchkeep/contract/install-choices';
import { optionProblem } from '@patchkeep/rules/deployments/options';
import { unconfiguredText } from '@patchkeep/rules/deployments/readiness';
import { noFilesText } from '@patchkeep/rules/install-settings/job-choices';
import type { DraftAction } from '../../../acts/jobs/job-draft.ts';

/** What a form begins with: what the job says, else what the site has saved. What is no longer offered is left out. */
export const choicesOf = (
  { deploymentConfig, choices: saved }: DeploymentConfig,
  action: DraftAction,
): InstallChoices => {
  const { selectors, installOptions } = action.choices ?? saved;
  return {
    selectors: Object.fromEntries(
      deploymentConfig.pkgDataSelector.flatMap(({ name, choices }) => {
        const chosen = selectors[name];
        return chosen !== undefined && choices.some(({ value }) => value === chosen) ? [[name, chosen]] : [];
      }),
    ),
    installOptions: Object.fromEntries(
      deploymentConfig.installOptions.map(({ name, type, defaultValue }) => [
        name,
        installOptions[name] ?? (type === 'flag' ? false : defaultValue),
      ]),
    ),
    files: {},
  };
};

/** What is wrong or missing, by the name of its field, as a sentence. */
export const choiceProblems = (
  { deploymentConfig }: Pick<DeploymentConfig, 'deploymentConfig'>,
  { selectors, installOptions }: InstallChoices,
): ReadonlyMap<string, string> =>
  new Map([
    ...deploymentConfig.pkgDataSelector.flatMap(({ name, title, defaultChoice }) =>
      (selectors[name] ?? defaultChoice) === null ? [[name, `${title} is required`] as const] : [],
    ),
    ...deploymentConfig.installOptions.flatMap((option) => {
      const problem = optionProblem(option, installOptions[option.name]);
      return problem === undefined ? [] : [[option.name, `${option.title} ${problem}`] as const];
    }),
    ...deploymentConfig.files
      .filter(({ isRequired }) => isRequired)
      .map(({ name, title }) => [name, `${title} is required. ${noFilesText}.`] as const),
  ]);

/** Whether a job can tell the installer anything at all. */
export const hasChoices = ({
  deploymentConfig: { pkgDataSelector, installOptions, files },
}: DeploymentConfig): boolean => pkgDataSelector.length + installOptions.length + files.length > 0;

/** Why an action cannot be sent as it is, in the words of the server. */
export const unconfigured = (config: DeploymentConfig, action: DraftAction): string | undefined => {
  if (action.actionType !== 'Install') return undefined;
  const isOld = action.choicesTag !== undefined && action.choicesTag !== config.deploymentConfigTag;
  const isComplete =
    action.choices === undefined
      ? config.missing.length === 0
      : !isOld && choiceProblems(config, choicesOf(config, action)).size === 0;
  return isComplete ? undefined : unconfiguredText(action.title);
};

/** What is chosen, in a few words. */
export const optionsText = (config: DeploymentConfig, action: DraftAction): string => {
  const { selectors, installOptions } = choicesOf(config, action);
  const { pkgDataSelector, installOptions: options } = config.deploymentConfig;
  const chosen = [
    ...pkgDataSelector.flatMap(
      ({ name, choices }) => choices.find(({ value }) => value === selectors[name])?.title ?? [],
    ),
    ...options.flatMap(({ name, title, type }) => {
      const value = installOptions[name];
      if (type === 'flag') return value === true ? title : [];
      return typeof value === 'string' && value.trim() !== '' ? `${title}: ${value.trim()}` : [];
    }),
  ];
  return chosen.join(', ') || 'As the vendor made it';
};
