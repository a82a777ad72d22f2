import { randomUUIDv7 } from 'node:crypto';
import { errorCatalogue } from '@patchkeep/contract/errors';
import {
  begunMost,
  fileMaxBytes,
  type ResourceCategory,
  resourceMaxBytes,
  resourcesMost,
  type SiteResource,
} from '@patchkeep/contract/resources';
import { hourMs } from '@patchkeep/rules/time-units';
import { fileNameProblem } from '@patchkeep/rules/uploads/file-name';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { found, invalid, notFound, Refusal, saveConflict } from '../../platform/errors.ts';
import { recordSiteEntry, siteOf } from '../hosts/public.ts';
import { isTaken } from './file-kinds.rules.ts';
import type { Quarantine } from './quarantine.service.ts';
import { asResource, presentResource } from './resources.presenter.ts';
import {
  deleteResource,
  findResource,
  insertResource,
  listOfCategory,
  lockResource,
  lockRoom,
  selectResources,
  sumResources,
} from './resources.repository.ts';
import type { ResourceKey, SiteResourceRow } from './resources.tables.ts';

/** Which of these files does something of the site name? Each module that does answers for itself. */
export type UsedFiles = (tx: Tx, customerId: string, siteId: string, ids: readonly string[]) => Promise<string[]>;

export const noInstaller = () => new Refusal(400, errorCatalogue[6000].text, { code: 6000 });

/** An upload in parts may take as long as the network of a small office does. */
const begunMs = 24 * hourMs;
/** Refused files leave a row for a week, so that it can be told; not without end. */
const refusedMost = 200;

export interface Announced {
  category: ResourceCategory;
  filename: string | null | undefined;
  contentType: string | null | undefined;
  size: number;
}

const mediaType = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;

export const keyOf = (context: Context, resourceId: string): ResourceKey => {
  const { customerId, siteId } = siteOf(context);
  return { customer_id: customerId, site_id: siteId, resource_id: resourceId };
};

const assertRoom = async (tx: Tx, key: ResourceKey, size: number): Promise<void> => {
  await lockRoom(tx, key.site_id);
  const { files, bytes, begun, refused } = await sumResources(tx, key.customer_id, key.site_id);
  if (bytes + size > resourceMaxBytes) throw invalid(`A site can bring ${resourceMaxBytes / 1024 ** 3} GiB of files`);
  if (files >= resourcesMost) throw invalid(`A site can bring ${resourcesMost} files`);
  if (begun >= begunMost) throw invalid(`A site can have ${begunMost} uploads at once`);
  if (refused >= refusedMost) throw invalid('Too many files of this site were refused. Remove some, or wait a week');
};

/** Takes down what shall come, before a byte of it is read: its name, its kind and the room for it. */
export const announce = async (context: Context, { category, filename, contentType, size }: Announced) => {
  if (filename === null || filename === undefined) throw invalid('Say the name of the file');
  const problem = fileNameProblem(filename);
  if (problem !== undefined) throw invalid(problem);
  if (!isTaken(category, filename)) throw noInstaller();
  if (!Number.isSafeInteger(size) || size < 1) throw invalid('The file is empty');
  if (size > fileMaxBytes) throw new Refusal(413, 'A file can have 2 GiB');
  const key = keyOf(context, randomUUIDv7());
  await assertRoom(context.tx, key, size);
  const row: SiteResourceRow = {
    ...key,
    sha256: Buffer.alloc(0),
    filename,
    size,
    created_by: context.principal.userId,
    created_at: context.now,
    category,
    content_type: mediaType.test(contentType ?? '') ? (contentType ?? '') : 'application/octet-stream',
    state: 'receiving',
    cause: null,
    found: null,
    bytes_done: 0,
    facts: null,
    expires_at: new Date(context.now.getTime() + begunMs),
    writer: null,
    writer_until: null,
    looked_at: null,
  };
  await insertResource(context.tx, row);
  await recordSiteEntry(context, 'siteResource.create', 'siteResource', key.resource_id, {
    after: { filename, size, category },
  });
  return row;
};

const ofCategory = <Row extends SiteResourceRow>(row: Row | undefined, category: ResourceCategory): Row =>
  found(row?.category === category ? row : undefined);

export const readResource = async (
  context: Context,
  category: ResourceCategory,
  resourceId: string,
): Promise<SiteResource> =>
  presentResource(ofCategory(await findResource(context.tx, keyOf(context, resourceId)), category));

/** A file of a site, for the modules that use it; undefined when the site has none of this id. */
export const resourceOf = async (tx: Tx, customerId: string, siteId: string, resourceId: string) => {
  const row = await findResource(tx, { customer_id: customerId, site_id: siteId, resource_id: resourceId });
  return row && asResource(row);
};

/** Several at once, by id; without those that the site does not have. */
export const resourcesOf = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  resourceIds: readonly string[],
): Promise<Map<string, SiteFile>> =>
  new Map(
    (await selectResources(tx, customerId, siteId, resourceIds)).map((row) => [row.resource_id, asResource(row)]),
  );
export type SiteFile = ReturnType<typeof asResource>;

const usedOf = async (context: Context, ids: readonly string[], usedBy: readonly UsedFiles[]): Promise<Set<string>> => {
  const { customerId, siteId } = siteOf(context);
  const used = new Set<string>();
  for (const ask of usedBy) for (const id of await ask(context.tx, customerId, siteId, ids)) used.add(id);
  return used;
};

/** All files of a category, which are few enough for one answer, and the room that the files of all take. */
export const listFiles = async (context: Context, category: ResourceCategory, usedBy: readonly UsedFiles[]) => {
  const { customerId, siteId } = siteOf(context);
  const rows = await listOfCategory(context.tx, customerId, siteId, category);
  const used = await usedOf(
    context,
    rows.map((row) => row.resource_id),
    usedBy,
  );
  const { bytes } = await sumResources(context.tx, customerId, siteId);
  return {
    siteResources: rows.map((row) => ({ ...presentResource(row), isUsed: used.has(row.resource_id) })),
    bytes,
    bytesMost: resourceMaxBytes,
  };
};

/** Removes a file that nothing names, or gives its upload up. What lies in the store is swept when no site has it. */
export const removeResource = async (
  context: Context,
  category: ResourceCategory,
  resourceId: string,
  { quarantine, usedBy }: { quarantine: Quarantine | undefined; usedBy: readonly UsedFiles[] },
): Promise<Record<string, never>> => {
  if (!quarantine) throw notFound();
  const key = keyOf(context, resourceId);
  const { filename, size } = ofCategory(await lockResource(context.tx, key), category);
  if ((await usedOf(context, [resourceId], usedBy)).size > 0)
    throw saveConflict('This file is in use. Remove it from the settings that name it first');
  await deleteResource(context.tx, key);
  await recordSiteEntry(context, 'siteResource.delete', 'siteResource', resourceId, { before: { filename, size } });
  context.emit({ thing: 'resource', id: resourceId, siteAccountUuid: key.site_id });
  // What a crash leaves behind is swept.
  context.onCommit(() => void quarantine.remove(resourceId).catch(() => undefined));
  return {};
};
