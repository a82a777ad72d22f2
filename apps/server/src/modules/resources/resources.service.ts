import { randomUUIDv7 } from 'node:crypto';
import { errorCatalogue } from '@patchkeep/contract/errors';
import type { SiteResource } from '@patchkeep/contract/resources';
import { resourceMaxBytes } from '@patchkeep/contract/resources';
import type { Context } from '../../platform/context.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { FileStore, StagedFile } from '../../platform/files/file-store.ts';
import { recordSiteEntry, siteOf } from '../hosts/public.ts';
import { insertResource, sumResources } from './resources.repository.ts';

interface TakenInstaller extends StagedFile {
  size: number;
}

/** What a file begins with, by its ending; installers of Windows Installer and their transforms look alike. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const beginnings: Record<string, Buffer> = {
  exe: Buffer.from('MZ'),
  msi: compound,
  msp: compound,
  mst: compound,
};
/** As much as is looked at before anything is kept. */
const looked = 4_096;

/** Is the beginning of a file what its name says? A script is text: it has no zero bytes. */
const fits = (filename: string, start: Buffer): boolean => {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (ending === 'ps1') return start.length > 0 && !start.includes(0);
  const beginning = beginnings[ending];
  return beginning !== undefined && start.subarray(0, beginning.length).equals(beginning);
};

/** Passes a file on once its beginning is known to be an installer's. */
const installerParts = async function* (filename: string, content: AsyncIterable<Uint8Array>) {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const part of content) {
    if (start === undefined) {
      yield part;
      continue;
    }
    start = Buffer.concat([start, part]);
    if (start.length < looked) continue;
    if (!fits(filename, start.subarray(0, looked))) throw noInstaller();
    yield start;
    start = undefined;
  }
  if (start === undefined) return;
  if (!fits(filename, start)) throw noInstaller();
  yield start;
};

const noInstaller = () => new Refusal(400, errorCatalogue[6000].text, { code: 6000 });
const noFolder = () => invalid('This server keeps no files: its operator has not named a folder for them');

const assertRoom = async (context: Context, size: number): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  if ((await sumResources(context.tx, customerId, siteId)) + size > resourceMaxBytes)
    throw invalid(`A site can bring ${resourceMaxBytes / 1024 ** 3} GiB of files`);
};

/** Who has no room left, or names something else than an installer, is refused before a byte is read. */
export const assertMayUpload = async (
  context: Context,
  files: FileStore | undefined,
  filename: string,
): Promise<void> => {
  if (!files) throw noFolder();
  if (!/\.(exe|ms[ipt]|ps1)$/i.test(filename)) throw noInstaller();
  await assertRoom(context, 1);
};

/** Takes an installer or transform part by part; it is not in the store before `addResource` keeps it. */
export const takeInstaller = async (
  files: FileStore | undefined,
  filename: string,
  content: AsyncIterable<Uint8Array>,
): Promise<TakenInstaller> => {
  if (!files) throw noFolder();
  let size = 0;
  const counted = async function* () {
    for await (const part of installerParts(filename, content)) {
      size += part.length;
      yield part;
    }
  };
  const staged = await files.stage(counted());
  return { ...staged, size };
};

/** Makes a file that was taken the site's own. */
export const addResource = async (
  context: Context,
  filename: string,
  { sha256, size, keep }: TakenInstaller,
): Promise<SiteResource> => {
  // Anew: while the file came, others may have filled the room.
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  await assertRoom(context, size);
  const resourceId = randomUUIDv7();
  await insertResource(tx, {
    customer_id: customerId,
    site_id: siteId,
    resource_id: resourceId,
    sha256: Buffer.from(sha256, 'hex'),
    filename,
    size,
    created_by: principal.userId,
    created_at: now,
  });
  // No screen lists files by themselves, so nobody is told.
  await recordSiteEntry(context, 'siteResource.create', 'siteResource', resourceId, {
    after: { filename, size, sha256 },
  });
  // Last, when nothing but the commit can fail: what that leaves behind is removed by `sweep-files`.
  await keep();
  return { siteResourceTag: resourceId, filename, size };
};
