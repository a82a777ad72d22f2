import { z } from 'zod';
import { channelTag } from './approval-fields.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { choiceName as key, chosenFile } from './install-choices.ts';

/** A choice among the packages of a version, such as architecture or language. */
export const selector = z.object({
  name: key,
  title: z.string(),
  choices: z.array(z.object({ value: z.string(), title: z.string() })),
  defaultChoice: z.string().nullable(),
});

/** Something an installer can be told. */
export const installOption = z.object({
  name: key,
  title: z.string(),
  help: z.string(),
  isRequired: z.boolean(),
  defaultValue: z.string(),
});

/** `replaceInstaller` stands in for the vendor's installer and is chosen anew for every version. */
export const fileTypes = ['replaceInstaller', 'transform', 'patch', 'script', 'settings'] as const;
export const fileChoice = z.object({
  name: key,
  title: z.string(),
  help: z.string(),
  type: z.enum(fileTypes),
  isRequired: z.boolean(),
  isAdvanced: z.boolean(),
});

/** What the updates of a channel can be told. */
export const upgradeConfig = z.object({
  channelTag: z.string(),
  /** Changes when what can be set changes: settings made for another one are inconsistent. */
  configTag: z.string(),
  isRequired: z.boolean(),
  pkgDataSelector: z.array(selector),
  installOptions: z.array(installOption),
  files: z.array(fileChoice),
  newestVersion: z.string().nullable(),
});
export type UpgradeConfig = z.output<typeof upgradeConfig>;

/** What an administrator set. */
export const customization = z.strictObject({
  configTag: z.string().min(1).max(100),
  selectors: z.record(key, z.string().max(200)).default({}),
  installOptions: z.record(key, z.string().max(1_000)).default({}),
  files: z.record(key, chosenFile).default({}),
});
export type Customization = z.output<typeof customization>;

export const customizations = {
  config: endpoint({
    method: 'GET',
    path: '/upgrade-custom-config/:channel',
    summary: 'What the updates of a channel can be told: selectors, install options, files',
    right: 'canViewPatching',
    params: z.object({ channel: channelTag }),
    response: upgradeConfig,
  }),
  prefill: endpoint({
    method: 'GET',
    path: '/advanced-customization-prefill-data/:id',
    summary: 'What a tag approval has set, or what its channel suggests, to begin a form with',
    right: 'canViewPatching',
    params: z.object({ id: uuid }),
    response: z.object({
      tagApprovalUuid: uuid,
      config: upgradeConfig,
      customization,
      isComplete: z.boolean(),
      missing: z.array(z.string()),
    }),
  }),
};
