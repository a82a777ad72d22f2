import { z } from 'zod';
import { channelTag, serialNumber } from './approval-fields.ts';
import { fileChoice, installOption, selector } from './customization.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { choiceName, installChoices } from './install-choices.ts';

/** A text goes into its argument, a flag is an argument that is given or not. */
const jobOption = installOption.extend({
  type: z.enum(['text', 'flag']),
  /** `SERVER={value}`, `/noicons` */
  argument: z.string(),
});

/** What a job can tell the installer of an application. */
const content = z.object({
  /** The names of the selectors, in the order in which they are asked. */
  order: z.array(choiceName),
  pkgDataSelector: z.array(selector),
  installOptions: z.array(jobOption),
  files: z.array(fileChoice),
  /** What a form shows at first, and what it keeps behind Advanced, by name. */
  basicUi: z.array(choiceName),
  advancedUi: z.array(choiceName),
  /** The arguments that the saved choices become, each one whole; what has blanks is in quotes. */
  commands: z.array(z.string()),
  defaults: installChoices,
});

const setTo = z.boolean().default(false);
/** What a site tells the installer of an application, and what its jobs begin with. */
const savedChoices = installChoices.extend({
  isSetToInstallSystemBased: setTo,
  isSetToInstallUserBased: setTo,
  isSetToRemoveSystemBased: setTo,
  isSetToRemoveUserBased: setTo,
});
export type SavedChoices = z.output<typeof savedChoices>;

const version = {
  /** Of the config that the choices are made for. It changes when what can be chosen changes. */
  deploymentConfigTag: z.string().min(1).max(100),
  deploymentConfigTagSeqNumber: z.int().min(0),
};

const deploymentConfig = z.object({
  channelTag: z.string(),
  title: z.string(),
  ...version,
  /** Null until something is saved. */
  softwareDeploymentUserChoicesId: uuid.nullable(),
  serialNumber,
  deploymentConfig: content,
  choices: savedChoices,
  /** The titles of what has to be set before a job can install it. */
  missing: z.array(z.string()),
  isInstallableSystemBased: z.boolean(),
  isInstallableUserBased: z.boolean(),
  isRemovableSystemBased: z.boolean(),
  isRemovableUserBased: z.boolean(),
  isInstallable: z.boolean(),
  isRemovable: z.boolean(),
  isSetToInstall: z.boolean(),
  isSetToRemove: z.boolean(),
  isSetToInstallSystemBased: z.boolean(),
  isSetToInstallUserBased: z.boolean(),
  isSetToRemoveSystemBased: z.boolean(),
  isSetToRemoveUserBased: z.boolean(),
  isEmpty: z.boolean(),
  isConfigured: z.boolean(),
});
export type DeploymentConfig = z.output<typeof deploymentConfig>;

const byChannel = z.object({ id: channelTag });
const response = z.object({ deploymentConfigs: z.array(deploymentConfig) });

export const deploymentConfigs = {
  read: endpoint({
    method: 'GET',
    path: '/deployment-config/:id',
    summary: 'What jobs can tell the installer of an application, and what the site has chosen',
    right: 'canViewSoftwareDeployment',
    params: byChannel,
    response,
  }),
  save: endpoint({
    method: 'POST',
    path: '/deployment-config/:id',
    summary: 'Save what jobs of the site tell the installer of an application',
    right: 'canDeploySoftware',
    moves: 'nothing',
    ungated: 'New jobs begin with it; jobs that exist keep their own choices',
    errors: [2031],
    params: byChannel,
    body: z.strictObject({
      /** Of the choices that were looked at; null: there were none. */
      softwareDeploymentUserChoicesId: uuid.nullable(),
      ...version,
      serialNumber,
      choices: savedChoices,
    }),
    response,
  }),
};
