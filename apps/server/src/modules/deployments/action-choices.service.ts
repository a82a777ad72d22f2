import type { GoalActionRequest } from '@patchkeep/contract/goals';
import type { InstallChoices } from '@patchkeep/contract/install-choices';
import { commandLine } from '@patchkeep/rules/deployments/command-line';
import { unconfiguredText } from '@patchkeep/rules/deployments/readiness';
import {
  choicesProblem,
  type Chosen,
  missingChoices,
  plainChoices,
  selectorsBy,
  toldArguments,
  toldBy,
} from '@patchkeep/rules/install-settings/job-choices';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { type InstallConfig, installConfigs } from '../approvals/public.ts';
import type { JobSubject } from '../patching/public.ts';
import { subjectOf } from './custom/custom-actions.service.ts';
import { actionTypeOf, type StandingOfChoices } from './goals.presenter.ts';
import { type NamedAction, selectChannelNames } from './goals.queries.ts';
import { configForm, savedFor } from './job-configs.service.ts';
import { invalidAction } from './job-refusals.service.ts';

/**
 * An action with what its installer is told settled: null where nobody chose anything. Its channel stands for its custom
 * software too.
 */
export type SettledAction = Omit<GoalActionRequest, 'choices' | 'choicesTag' | 'choicesTagSeqNumber'> & Chosen;

/** What a removal tells: nothing, whatever the config of its application asks for. */
export const noInputs: Pick<JobSubject, 'selectors' | 'options'> = { selectors: {}, options: {} };
export const isInstall = ({ kind }: Pick<NamedAction, 'kind'>): boolean => actionTypeOf(kind) === 'Install';

/** The choices of an action that a job has already. */
export const chosenIn = (row: Pick<NamedAction, 'choices' | 'choices_tag' | 'choices_tag_seq'>): Chosen => ({
  choices: plainChoices(row.choices),
  configTag: row.choices === null || row.choices_tag_seq === configForm ? row.choices_tag : '',
});

const chosenBy = (action: GoalActionRequest, config: InstallConfig | undefined): Chosen | undefined => {
  const { choices, choicesTag, choicesTagSeqNumber } = action;
  if (!choices) return undefined;
  const plain: InstallChoices | null = plainChoices(choices);
  if (plain === null) return { choices: null, configTag: null };
  const isOfForm = choicesTagSeqNumber === undefined || choicesTagSeqNumber === configForm;
  return { choices: plain, configTag: isOfForm ? (choicesTag ?? config?.config.configTag ?? null) : '' };
};

/** Whether these choices can be carried to hosts, and nothing is left to choose. */
const assertSettled = (title: string, config: InstallConfig, chosen: Chosen): void => {
  const problem = chosen.choices && choicesProblem(config, chosen.choices);
  if (problem) throw invalidAction(problem.text, { at: problem.at });
  const missing = missingChoices(config, chosen);
  if (missing.length > 0) throw invalid(unconfiguredText(title), { missing });
};

/**
 * What each action tells its installer: what was asked for, else what the job has already, else what the site has saved.
 * Software that is not configured is refused.
 */
export const settleActions = async (
  context: Context,
  actions: readonly GoalActionRequest[],
  present: readonly NamedAction[] = [],
): Promise<SettledAction[]> => {
  const tags = actions.map(subjectOf);
  const configs = await installConfigs(context.tx, tags);
  const saved = await savedFor(context, tags);
  const names = await selectChannelNames(context.tx, tags);
  return actions.map((action) => {
    const { choices: _choices, choicesTag: _tag, choicesTagSeqNumber: _form, ...given } = action;
    const rest = { ...given, channelTag: subjectOf(action) };
    const { channelTag, actionType } = rest;
    const nothing = { ...rest, choices: null, configTag: null };
    if (actionType !== 'Install') {
      if (action.choices) throw invalidAction('Only what is installed takes choices');
      return nothing;
    }
    const config = configs.get(channelTag);
    const row = present.find((each) => each.is_enabled && each.channel_tag === channelTag && isInstall(each));
    const kept = saved.get(channelTag);
    const chosen = chosenBy(action, config) ??
      (row && chosenIn(row)) ?? { choices: plainChoices(kept?.choices ?? null), configTag: kept?.configTag ?? null };
    if (!config) {
      if (chosen.choices) throw invalidAction('There is nothing to be chosen for this application');
      return nothing;
    }
    assertSettled(names.get(channelTag) ?? channelTag, config, chosen);
    return { ...rest, choices: chosen.choices, configTag: chosen.choices === null ? null : config.config.configTag };
  });
};

type InstallerInputs = Pick<JobSubject, 'selectors' | 'options'>;

/** What packages are chosen by and installers are told; undefined where the choices are out of date. */
const inputsBy = (config: InstallConfig | undefined, chosen: Chosen): InstallerInputs | undefined => {
  if (!config) return chosen.choices === null ? noInputs : undefined;
  const isSound = chosen.choices === null || choicesProblem(config, chosen.choices) === undefined;
  if (!isSound || missingChoices(config, chosen).length > 0) return undefined;
  return { selectors: selectorsBy(config, chosen), options: toldBy(config, chosen) };
};

/** The same for several applications, whose configs are read once. */
export const installerInputs = async (
  context: Context,
  channelTags: readonly string[],
): Promise<(channelTag: string, chosen: Chosen) => InstallerInputs | undefined> => {
  const configs = await installConfigs(context.tx, channelTags);
  return (channelTag, chosen) => inputsBy(configs.get(channelTag), chosen);
};

/** Whether the choices of these actions still hold. Only what is installed is told anything. */
export const standingsOfChoices = async (
  context: Context,
  actions: readonly NamedAction[],
): Promise<(action: NamedAction) => StandingOfChoices> => {
  const tags = actions.map((action) => action.channel_tag);
  const configs = await installConfigs(context.tx, tags);
  return (action) => {
    const config = configs.get(action.channel_tag);
    const chosen = chosenIn(action);
    return {
      isConfigured: !isInstall(action) || inputsBy(config, chosen) !== undefined,
      isDirty: chosen.choices !== null && chosen.configTag !== config?.config.configTag,
    };
  };
};

/** What installers are told, for whoever agrees to a job; empty where they are told nothing. */
export const toldText = async (context: Context, actions: readonly SettledAction[]): Promise<string> => {
  const configs = await installConfigs(
    context.tx,
    actions.map(({ channelTag }) => channelTag),
  );
  return actions
    .flatMap((action) => {
      const config = configs.get(action.channelTag);
      if (!config || action.choices === null) return [];
      const selected = Object.values(selectorsBy(config, action));
      const told = toldArguments(config, action).map((argument) => commandLine('exe', [argument]));
      return `${action.channelTag}: ${[...selected, ...told].join(' ')}`;
    })
    .join('; ');
};
