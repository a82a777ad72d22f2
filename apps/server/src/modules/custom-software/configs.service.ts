import { randomUUIDv7 } from 'node:crypto';
import {
  type CustomConfig,
  customLimits,
  type customSoftware,
  type TaskSpec,
} from '@patchkeep/contract/custom-software';
import type { Received } from '@patchkeep/contract/endpoint';
import { errorCatalogue } from '@patchkeep/contract/errors';
import { isPlainFileName } from '@patchkeep/orders/custom/custom-package';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { found, invalid, notFound, Refusal, saveConflict } from '../../platform/errors.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { resourcesOf, type SiteFile } from '../resources/public.ts';
import { namesOf, readVouching, shownSignatures } from './approvers.service.ts';
import {
  type ConfigKey,
  countConfigs,
  deleteConfig,
  listConfigs,
  lockConfig,
  saveConfig,
  selectConfigs,
  selectLastPackages,
} from './configs.repository.ts';
import type { CustomConfigRow, CustomPackageRow } from './custom-software.tables.ts';
import { currentOf, filesOf, hasEachNameOnce, kindOf, specForm, specTagOf, stateOf } from './state.rules.ts';
import type { Vouching } from './vouching.rules.ts';

export const configKey = (context: Context, configId: string): ConfigKey => ({ ...siteOf(context), configId });

/** Something of the spec that hosts would refuse, or that is not there yet. */
const missingOf = (spec: TaskSpec, files: readonly (SiteFile | undefined)[], vouching: Vouching | undefined) => {
  const missing: string[] = [];
  for (const file of files) {
    if (!file) missing.push('A file was removed.');
    else if (file.state === 'refused') missing.push(`${file.filename} was refused.`);
    else if (file.sha256 === null) missing.push(`${file.filename} has not been examined yet.`);
  }
  if (!vouching) missing.push('Nobody vouches for custom software at this site yet: name the approvers.');
  if (spec.scope === 'user') missing.push('Software for single users is not deployed yet.');
  return missing;
};

/** All that says how custom software stands. */
export interface WholeConfig {
  row: CustomConfigRow;
  files: (SiteFile | undefined)[];
  last: CustomPackageRow | undefined;
  vouching: Vouching | undefined;
  missing: string[];
}

export const readWholes = async (
  tx: Tx,
  { customerId, siteId }: Pick<ConfigKey, 'customerId' | 'siteId'>,
  rows: readonly CustomConfigRow[],
): Promise<WholeConfig[]> => {
  const ids = rows.map(({ config_id }) => config_id);
  const last = await selectLastPackages(tx, customerId, siteId, ids);
  const vouching = await readVouching(tx, customerId, siteId);
  const files = await resourcesOf(tx, customerId, siteId, [...new Set(rows.flatMap(({ spec }) => filesOf(spec)))]);
  return rows.map((row) => {
    const own = filesOf(row.spec).map((id) => files.get(id));
    return { row, files: own, last: last.get(row.config_id), vouching, missing: missingOf(row.spec, own, vouching) };
  });
};

/** What cannot be scanned, or says not who made it, needs two people, as far as there are two. */
export const neededFor = ({ files, row, vouching }: WholeConfig): number => {
  const threshold = vouching?.by.threshold ?? 1;
  const people = new Set(vouching?.by.keys.map(({ holder }) => holder)).size;
  return Math.max(threshold, Math.min(people, isDoubtful({ files, row }) ? 2 : 1));
};

export const isDoubtful = ({ files, row }: Pick<WholeConfig, 'files' | 'row'>): boolean =>
  files.some((file) => file?.state !== 'clean') ||
  files.find((file) => file?.id === row.spec.mainFile)?.facts?.signature !== 'signed';

const present = (whole: WholeConfig, now: Date, nameOf: (holder: string) => string): CustomConfig => {
  const { row, files, last, vouching, missing } = whole;
  const specTag = specTagOf(row);
  const current = currentOf(specTag, last, vouching, now);
  const main = files.find((file) => file?.id === row.spec.mainFile);
  return {
    customDeploymentConfigUuid: row.config_id,
    title: row.title,
    serialNumber: row.serial_number,
    taskSpec: row.spec,
    taskSpecTag: specTag,
    taskSpecTagSeqNumber: specForm,
    files: files.flatMap((file) =>
      file
        ? [
            {
              siteResourceTag: file.id,
              filename: file.filename,
              size: file.size,
              sha256: file.sha256,
              state: file.state,
              isDeployable: file.state === 'clean',
            },
          ]
        : [],
    ),
    kind: kindOf(main?.filename ?? '') ?? 'exe',
    state: stateOf({ specTag, isComplete: missing.length === 0 }, last, vouching, now),
    missing,
    release: row.release,
    statementHash: current?.statement_hash.toString('hex') ?? null,
    signatures: shownSignatures(current?.approvals ?? [], nameOf),
    neededCount: current?.needed_count ?? neededFor(whole),
    expiresAt: current?.expires_at.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
    changedBy: nameOf(row.changed_by),
  };
};

const presentAll = async (context: Context, rows: readonly CustomConfigRow[]): Promise<CustomConfig[]> => {
  const wholes = await readWholes(context.tx, siteOf(context), rows);
  const people = wholes.flatMap(({ row, last }) => [
    row.changed_by,
    ...(last?.approvals.map(({ holder }) => holder) ?? []),
  ]);
  const nameOf = await namesOf(context.tx, context.principal.customerId, people);
  return wholes.map((whole) => present(whole, context.now, nameOf));
};

export const listCustomSoftware = async (context: Context) => {
  const { customerId, siteId } = siteOf(context);
  return { customDeploymentConfigs: await presentAll(context, await listConfigs(context.tx, customerId, siteId)) };
};

export const readConfig = async (context: Context, configId: string) => {
  const { customerId, siteId } = siteOf(context);
  const rows = await selectConfigs(context.tx, customerId, siteId, [configId]);
  const [customDeploymentConfig] = await presentAll(context, rows);
  return { customDeploymentConfig: found(customDeploymentConfig) };
};

/** The files of a spec must be the site's installers, and the main one of a kind that hosts run. */
const assertFiles = async (context: Context, spec: TaskSpec): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  if (!spec.files.includes(spec.mainFile)) throw invalid('The main file is not among the files');
  const ids = filesOf(spec);
  if (ids.length !== spec.files.length) throw invalid('A file is listed twice');
  const files = await resourcesOf(context.tx, customerId, siteId, ids);
  const names = ids.map((id) => {
    const file = files.get(id);
    if (file?.category !== 'installer') throw notFound();
    if (file.state === 'receiving') throw invalid(`${file.filename} has not come yet: files are uploaded first`);
    if (!isPlainFileName(file.filename)) throw invalid(`Hosts cannot keep a file with the name ${file.filename}`);
    return file.filename;
  });
  if (!hasEachNameOnce(names)) throw invalid('Two files have one name');
  const kind = kindOf(files.get(spec.mainFile)?.filename ?? '');
  if (!kind) throw new Refusal(400, errorCatalogue[6000].text, { code: 6000 });
  if (spec.scope === 'user') throw invalid('Software for single users is not deployed yet');
};

/** Adds software, or replaces it. What was signed before is about what it was: it must be signed anew. */
export const saveCustomSoftware = async (
  context: Context,
  { customDeploymentConfigUuid, title, taskSpec, serialNumber }: Received<typeof customSoftware.save>['body'],
) => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  const before =
    customDeploymentConfigUuid === undefined
      ? undefined
      : found(await lockConfig(tx, configKey(context, customDeploymentConfigUuid)));
  await assertFiles(context, taskSpec);
  if (!before && (await countConfigs(tx, customerId, siteId)) >= customLimits.configs)
    throw invalid(`A site has at most ${customLimits.configs} custom software`);
  const configId = before?.config_id ?? randomUUIDv7();
  const row: CustomConfigRow = {
    customer_id: customerId,
    site_id: siteId,
    config_id: configId,
    title,
    spec: taskSpec,
    serial_number: serialNumber + 1,
    release: before?.release ?? 0,
    changed_by: principal.userId,
    changed_at: now,
  };
  const isSame = (before?.serial_number ?? 0) === serialNumber;
  if (!isSame || !(await saveConfig(tx, row, serialNumber))) throw saveConflict('The software was changed meanwhile');
  await recordSiteAct(context, 'customSoftware.save', 'customSoftware', configId, {
    ...(before && { before: { title: before.title, ...before.spec } }),
    after: { title, ...taskSpec },
  });
  return readConfig(context, configId);
};

/** Says whether a live job is about software; jobs have a module to the right of this one. */
export type IsInJob = (context: Context, configId: string) => Promise<boolean>;

export const removeCustomSoftware = async (
  context: Context,
  configId: string,
  isInJob: IsInJob,
): Promise<Record<string, never>> => {
  const row = found(await lockConfig(context.tx, configKey(context, configId)));
  if (await isInJob(context, configId)) throw saveConflict('A job is about this software. Stop or complete it first');
  await deleteConfig(context.tx, configKey(context, configId));
  await recordSiteAct(context, 'customSoftware.remove', 'customSoftware', configId, {
    before: { title: row.title, ...row.spec },
  });
  return {};
};
