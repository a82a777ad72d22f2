import { randomUUIDv7 } from 'node:crypto';
import type { DeploymentConfig, deploymentConfigs, SavedChoices } from '@patchkeep/contract/deployment-configs';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { type ConfigChoice, configFlags, nothingChosen } from '@patchkeep/rules/deployments/choices';
import { commandLine } from '@patchkeep/rules/deployments/command-line';
import {
  choicesProblem,
  type Chosen,
  missingChoices,
  noChoices,
  toldArguments,
} from '@patchkeep/rules/install-settings/job-choices';
import type { Context } from '../../platform/context.ts';
import { notFound, saveConflict } from '../../platform/errors.ts';
import { type InstallConfig, installConfigs } from '../approvals/public.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { jobAbility } from '../patching/public.ts';
import { saveChoices, selectSavedChoices } from './deployment-choices.repository.ts';
import type { SavedChoicesRow } from './deployments.tables.ts';
import { selectChannelNames } from './goals.queries.ts';
import { invalidAction } from './job-refusals.service.ts';

/** Counts the forms of configs: another one is another config, whatever its tag. */
export const configForm = 1;

/** What is chosen where nobody chose. */
const unsaved: SavedChoices = { ...noChoices, ...nothingChosen };

const chosenOf = (row: SavedChoicesRow | undefined) => ({
  choices: row?.choices ?? null,
  // Of another form, it is of another config too.
  configTag: row ? (row.config_tag_seq === configForm ? row.config_tag : '') : null,
});

const choiceOf = ({ choices }: { choices: SavedChoices }): ConfigChoice => {
  const { selectors: _selectors, installOptions: _options, files: _files, ...choice } = choices;
  return choice;
};

const contentOf = (config: InstallConfig, chosen: Chosen): DeploymentConfig['deploymentConfig'] => {
  const { pkgDataSelector, files } = config.config;
  const advanced = files.filter(({ isAdvanced }) => isAdvanced).map(({ name }) => name);
  const all = [...pkgDataSelector, ...config.options, ...files].map(({ name }) => name);
  const isSound = chosen.choices !== null && choicesProblem(config, chosen.choices) === undefined;
  return {
    order: pkgDataSelector.map(({ name }) => name),
    pkgDataSelector,
    installOptions: config.options.map((option) => ({ ...option, defaultValue: '' })),
    files,
    basicUi: all.filter((name) => !advanced.includes(name)),
    advancedUi: advanced,
    commands: isSound ? toldArguments(config, chosen).map((argument) => commandLine('exe', [argument])) : [],
    defaults: {
      ...noChoices,
      selectors: Object.fromEntries(
        pkgDataSelector.flatMap(({ name, defaultChoice }) => (defaultChoice === null ? [] : [[name, defaultChoice]])),
      ),
    },
  };
};

/** What jobs can tell the installer of an application, with what the site has chosen. */
export const readJobConfig = async (
  context: Context,
  channelTag: string,
): Promise<Returned<typeof deploymentConfigs.read>> => {
  const { customerId, siteId } = siteOf(context);
  const config = (await installConfigs(context.tx, [channelTag])).get(channelTag);
  if (!config) throw notFound();
  const row = (await selectSavedChoices(context.tx, customerId, siteId, [channelTag])).get(channelTag);
  const chosen = chosenOf(row);
  const missing = missingChoices(config, chosen);
  const choices = row?.choices ?? unsaved;
  return {
    deploymentConfigs: [
      {
        channelTag,
        title: (await selectChannelNames(context.tx, [channelTag])).get(channelTag) ?? channelTag,
        deploymentConfigTag: config.config.configTag,
        deploymentConfigTagSeqNumber: configForm,
        softwareDeploymentUserChoicesId: row?.choices_id ?? null,
        serialNumber: row?.serial_number ?? 0,
        deploymentConfig: contentOf(config, chosen),
        choices,
        missing,
        ...configFlags(
          await jobAbility(context.tx, channelTag, context.now),
          choiceOf({ choices }),
          missing.length === 0,
        ),
      },
    ],
  };
};

/** Keeps what the site tells the installer of an application. It need not be complete; it must not be wrong. */
export const saveJobConfig = async (
  context: Context,
  channelTag: string,
  given: Received<typeof deploymentConfigs.save>['body'],
): Promise<Returned<typeof deploymentConfigs.save>> => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  const config = (await installConfigs(tx, [channelTag])).get(channelTag);
  if (!config) throw notFound();
  const { deploymentConfigTag: tag, deploymentConfigTagSeqNumber: form, choices } = given;
  if (tag !== config.config.configTag || form !== configForm)
    throw invalidAction('These choices were made for another config');
  const problem = choicesProblem(config, choices);
  if (problem) throw invalidAction(problem.text, { at: problem.at });
  if (choices.isSetToInstallSystemBased && choices.isSetToRemoveSystemBased)
    throw invalidAction('It cannot be installed and removed');
  if (choices.isSetToInstallUserBased && choices.isSetToRemoveUserBased)
    throw invalidAction('It cannot be installed and removed');
  const before = (await selectSavedChoices(tx, customerId, siteId, [channelTag])).get(channelTag);
  const choicesId = before?.choices_id ?? randomUUIDv7();
  const isSame =
    (before?.choices_id ?? null) === given.softwareDeploymentUserChoicesId &&
    (before?.serial_number ?? 0) === given.serialNumber;
  const row: SavedChoicesRow = {
    customer_id: customerId,
    site_id: siteId,
    channel_tag: channelTag,
    choices_id: choicesId,
    choices,
    config_tag: tag,
    config_tag_seq: form,
    serial_number: given.serialNumber + 1,
    changed_by: principal.userId,
    changed_at: now,
  };
  // Two who save at once find the same before: the row itself decides.
  if (!isSame || !(await saveChoices(tx, row, given.serialNumber)))
    throw saveConflict('The choices were changed meanwhile');
  await recordSiteAct(context, 'deploymentChoices.save', 'goal', choicesId, {
    ...(before && { before: before.choices }),
    after: { channelTag, ...choices },
  });
  return readJobConfig(context, channelTag);
};

/** What a site has chosen of these applications, for whoever shows what can be done with them. */
export const chosenOfApplications = async (context: Context, channelTags: readonly string[]) => {
  const { customerId, siteId } = siteOf(context);
  const configs = await installConfigs(context.tx, channelTags);
  const saved = await selectSavedChoices(context.tx, customerId, siteId, channelTags);
  return new Map(
    [...configs].map(([channelTag, config]) => {
      const row = saved.get(channelTag);
      const isConfigured = missingChoices(config, chosenOf(row)).length === 0;
      return [channelTag, { choice: choiceOf({ choices: row?.choices ?? unsaved }), isConfigured }];
    }),
  );
};

/** What the site tells the installers of these applications. */
export const savedFor = async (context: Context, channelTags: readonly string[]) => {
  const { customerId, siteId } = siteOf(context);
  const rows = await selectSavedChoices(context.tx, customerId, siteId, channelTags);
  return new Map([...rows].map(([channelTag, row]) => [channelTag, chosenOf(row)]));
};
