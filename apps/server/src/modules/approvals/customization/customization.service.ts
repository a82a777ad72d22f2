import type { ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { Customization, customizations, UpgradeConfig } from '@patchkeep/contract/customization';
import type { Returned } from '@patchkeep/contract/endpoint';
import { type ErrorCode, errorCatalogue } from '@patchkeep/contract/errors';
import { optionProblem } from '@patchkeep/orders/option-rules';
import { installerProblem, perRuleProblem, settingsProblem } from '@patchkeep/rules/approvals/customization';
import { missingSettings } from '@patchkeep/rules/install-settings/completeness';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { invalid, notFound, Refusal } from '../../../platform/errors.ts';
import { readCatalogMark, releasesOf } from '../../catalog/public.ts';
import { siteOf } from '../../hosts/public.ts';
import { resourceOf } from '../../resources/public.ts';
import type { DecisionState } from '../approvals.tables.ts';
import { findTagApproval, type PackageFacts, selectPackages, selectUpgradeRules } from './customization.queries.ts';
import { hasPackageFor, installOptionsOf, upgradeConfigOf } from './customization.rules.ts';

const conflicts: readonly ErrorCode[] = [6003, 6004];
/** A refusal with its code and the one sentence that belongs to it. */
const refusedWith = (code: ErrorCode): Refusal =>
  new Refusal(conflicts.includes(code) ? 409 : 400, errorCatalogue[code].text, { code });

interface Known {
  config: UpgradeConfig;
  packages: readonly PackageFacts[];
  /** What jobs can tell the installer, with the argument of each. */
  options: ReturnType<typeof installOptionsOf>;
}
const remembered = { mark: '', channels: new Map<string, Known>() };

/** The same for all customers, and kept until the catalogue changes: a list asks for every channel of a site. */
const knownOf = async (tx: Tx, tags: readonly string[]): Promise<ReadonlyMap<string, Known>> => {
  const mark = await readCatalogMark(tx);
  if (remembered.mark !== mark) Object.assign(remembered, { mark, channels: new Map() });
  const { channels } = remembered;
  const missing = [...new Set(tags)].filter((tag) => !channels.has(tag));
  if (missing.length === 0) return channels;
  const rules = await selectUpgradeRules(tx, missing);
  const releases = await releasesOf(tx, [...rules.keys()]);
  const versions = new Map(
    [...releases].flatMap(([tag, all]) => {
      const newest = all.find((release) => release.hasManifest);
      return newest ? [[tag, newest.version] as const] : [];
    }),
  );
  const packages = await selectPackages(tx, versions);
  for (const [tag, upgrade] of rules) {
    const own = packages.get(tag) ?? [];
    const config = upgradeConfigOf(tag, upgrade, own, releases.get(tag)?.[0]?.version ?? null);
    channels.set(tag, { config, packages: own, options: installOptionsOf(upgrade, own) });
  }
  return channels;
};

/** What the updates of these channels can be told; channels that the catalogue does not have are left out. */
export const upgradeConfigs = async (tx: Tx, tags: readonly string[]): Promise<Map<string, UpgradeConfig>> => {
  const known = await knownOf(tx, tags);
  return new Map(
    tags.flatMap((tag) => {
      const found = known.get(tag);
      return found ? [[tag, found.config] as const] : [];
    }),
  );
};

export type InstallConfig = Pick<Known, 'config' | 'options'>;

/** What jobs can tell the installers of these applications; those that the catalogue does not have are left out. */
export const installConfigs = async (tx: Tx, tags: readonly string[]): Promise<Map<string, InstallConfig>> => {
  const found = await knownOf(tx, tags);
  return new Map(
    tags.flatMap((tag) => {
      const each = found.get(tag);
      return each ? [[tag, { config: each.config, options: each.options }] as const] : [];
    }),
  );
};

const known = async (tx: Tx, channelTag: string): Promise<Known> => {
  const found = (await knownOf(tx, [channelTag])).get(channelTag);
  if (!found) throw notFound();
  return found;
};

export const readUpgradeConfig = async ({ tx }: Context, channelTag: string): Promise<UpgradeConfig> =>
  (await known(tx, channelTag)).config;

const emptyFor = ({ configTag }: UpgradeConfig): Customization => ({
  configTag,
  selectors: {},
  installOptions: {},
  files: {},
});

/** What a form of custom settings begins with. */
export const readPrefill = async (
  context: Context,
  approvalId: string,
): Promise<Returned<typeof customizations.prefill>> => {
  const { customerId, siteId } = siteOf(context);
  const row = await findTagApproval(context.tx, customerId, siteId, approvalId);
  if (!row) throw notFound();
  const { config } = await known(context.tx, row.subject);
  const { customization } = row;
  const version = row.version ?? config.newestVersion;
  const missing = missingSettings({ config, customization, isEnabled: row.is_customization_enabled, version });
  return {
    tagApprovalUuid: row.approval_id,
    config,
    customization: customization ?? emptyFor(config),
    isComplete: missing.length === 0,
    missing,
  };
};

const assertKnown = (what: string, given: object, offered: readonly { name: string }[]): void => {
  const stranger = Object.keys(given).find((name) => !offered.some((each) => each.name === name));
  if (stranger !== undefined) throw invalid(`There is no ${what} of this name`, { at: stranger });
};

const endingOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

const checkFiles = async (context: Context, config: UpgradeConfig, { files }: Customization): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  for (const { name, type } of config.files) {
    const file = files[name];
    if (!file) continue;
    const row = await resourceOf(context.tx, customerId, siteId, file.siteResourceTag);
    if (!row || row.filename !== file.filename || row.category !== 'custom-settings' || row.state === 'receiving')
      throw invalid('Upload the file first', { at: name });
    if (row.state === 'refused') throw invalid('This file was refused: choose another one', { at: name });
    if (type === 'replaceInstaller' && installerProblem(row.filename) !== undefined) throw refusedWith(6000);
    if (type === 'transform' && endingOf(row.filename) !== 'mst')
      throw invalid('A transform is an .mst file', { at: name });
    if ((type === 'replaceInstaller') !== (file.forVersion !== null))
      throw invalid('An installer is given for one version, other files for all', { at: name });
  }
};

/**
 * May these settings be kept for a tag's updates of a channel? They need not be complete: then the update waits, and
 * approving says what is missing.
 */
export const checkCustomization = async (
  context: Context,
  channelTag: string,
  before: Customization | null,
  after: Customization,
): Promise<void> => {
  const { config, packages } = await known(context.tx, channelTag);
  if (after.configTag !== config.configTag) throw refusedWith(6004);
  assertKnown('choice', after.selectors, config.pkgDataSelector);
  assertKnown('option', after.installOptions, config.installOptions);
  assertKnown('file', after.files, config.files);
  for (const { name, choices } of config.pkgDataSelector) {
    const chosen = after.selectors[name];
    if (chosen !== undefined && !choices.some(({ value }) => value === chosen))
      throw invalid('This choice is not offered', { at: name });
  }
  if (packages.length > 0 && !hasPackageFor(packages, after))
    throw invalid('No package fits all of these choices', { at: 'selectors' });
  for (const [name, value] of Object.entries(after.installOptions)) {
    const problem = optionProblem(value);
    if (problem !== undefined) throw invalid(`An option ${problem}`, { at: name });
  }
  await checkFiles(context, config, after);
  const reused = perRuleProblem(config, before, after);
  if (reused !== undefined) throw refusedWith(reused);
};

const needsTag = 'This application needs custom settings: approve it at a tag, where they can be set';

/**
 * Approving or automating an application whose updates must be told something: only a tag can tell it, and only when
 * it has been told all.
 */
export const refuseWithoutSettings = async (
  context: Context,
  level: ApprovalLevel,
  channelTag: string,
  { mode, version, customization, isCustomizationEnabled }: DecisionState,
): Promise<void> => {
  if (mode !== 'manual' && mode !== 'auto') return;
  const config = (await knownOf(context.tx, [channelTag])).get(channelTag)?.config;
  if (!config) return;
  if (level !== 'tag') {
    if (config.isRequired) throw invalid(needsTag);
    return;
  }
  const problem = settingsProblem({
    config,
    customization,
    isEnabled: isCustomizationEnabled,
    version: version ?? config.newestVersion,
  });
  if (problem !== undefined) throw refusedWith(problem);
};
