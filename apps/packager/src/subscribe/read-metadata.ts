import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Metadata, MetadataKind, type Targets } from '@tufjs/models';
import { Updater } from 'tuf-js';
import { DownloadHTTPError } from 'tuf-js/dist/error.js';
import { mostPackedBytes } from '../share/catalogue.ts';
import { catalogueName, jsonOf, readRootFile, type RoleKeys, roleKeysOf } from '../share/tuf.ts';
import { NotRead, notReadFrom } from './not-read.ts';
import type { Source } from './source.ts';

/** Ours are a few kilobytes. */
const mostMetadata = 65_536;
const day = 86_400_000;
/** A provider signs its newest word for three days. One that lasts much longer would hide what comes after it. */
const longestTimestamp = 8 * day;
const roles = [MetadataKind.Root, MetadataKind.Timestamp, MetadataKind.Snapshot, MetadataKind.Targets] as const;

/** What the provider's metadata says, once all of it was checked. */
export interface ReadMetadata {
  /** Who vouches for its packages. */
  vouchers: RoleKeys;
  catalogue: { sha256: string; bytes: number };
  /** From then on nothing that was read counts for anything new. */
  freshUntil: number;
}

/** Gives tuf-js the files it asks for. It asks for no other names than these. */
const fetcherOf = (source: Source) => {
  let failure: NotRead | undefined;
  const downloadBytes = async (url: string, asked: number): Promise<Buffer> => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    try {
      const file = await source.read(name, Math.min(asked, mostMetadata));
      if (file) return file;
    } catch (error) {
      // tuf-js tells only the text of some errors on.
      if (error instanceof NotRead) failure = error;
      throw error;
    }
    if (!/^\d+\.root\.json$/.test(name)) failure = new NotRead('unreachable', `The provider has no ${name}`);
    throw new DownloadHTTPError(`There is no ${name}`, 404);
  };
  return {
    failure: () => failure,
    fetcher: {
      downloadBytes,
      downloadFile: async (): Promise<never> => Promise.reject(new Error('Only metadata is read by tuf-js')),
    },
  };
};

/** A role that a key fills twice, under two names, needs one signer less than it says. */
const checkRoles = (root: ReturnType<typeof readRootFile>): void => {
  for (const role of roles) {
    const { keys, threshold } = roleKeysOf(root, role);
    if (new Set(keys).size !== keys.length || keys.length < threshold)
      throw new NotRead('badRoles', `The role ${role} names a key twice, or fewer keys than must sign`);
  }
};

const catalogueOf = ({ targets, delegations }: Targets): ReadMetadata['catalogue'] => {
  const target = targets[catalogueName];
  const sha256 = target?.hashes['sha256'];
  if (
    !target ||
    sha256 === undefined ||
    !/^[0-9a-f]{64}$/.test(sha256) ||
    Object.keys(targets).length > 1 ||
    delegations
  )
    throw new NotRead('noCatalogue', `The provider does not share ${catalogueName} and nothing else`);
  if (target.length > mostPackedBytes) throw new NotRead('tooLarge', `The catalogue has ${target.length} bytes`);
  return { sha256, bytes: target.length };
};

/** Takes over what tuf-js has found good, also when something after it was not: an older one cannot come back then. */
const keep = (from: string, to: string): void => {
  for (const role of roles) {
    const [coming, kept] = [join(from, `${role}.json`), join(to, `${role}.json`)];
    if (!existsSync(coming)) continue;
    // tuf-js writes in place: a file that was cut off would let older ones through.
    writeFileSync(`${kept}.new`, readFileSync(coming), { flush: true });
    renameSync(`${kept}.new`, kept);
  }
};

const judge = (folder: string, now: number): ReadMetadata => {
  const fileOf = (role: MetadataKind): Buffer => readFileSync(join(folder, `${role}.json`));
  const root = readRootFile(fileOf(MetadataKind.Root));
  checkRoles(root);
  const timestamp = Metadata.fromJSON(MetadataKind.Timestamp, jsonOf(fileOf(MetadataKind.Timestamp))).signed;
  const snapshot = Metadata.fromJSON(MetadataKind.Snapshot, jsonOf(fileOf(MetadataKind.Snapshot))).signed;
  const targets = Metadata.fromJSON(MetadataKind.Targets, jsonOf(fileOf(MetadataKind.Targets))).signed;
  const ends = [root.signed, timestamp, snapshot, targets].map(({ expires }) => Date.parse(expires));
  // tuf-js takes a date that is none for one that never comes.
  if (ends.some(Number.isNaN)) throw new NotRead('malformed', 'A date cannot be read');
  if (Date.parse(timestamp.expires) - now > longestTimestamp)
    throw new NotRead('tooLongLived', `The timestamp lasts until ${timestamp.expires}`);
  return {
    vouchers: roleKeysOf(root, MetadataKind.Targets),
    catalogue: catalogueOf(targets),
    freshUntil: Math.min(...ends),
  };
};

/**
 * Reads the newest metadata of a provider by what was read before: `folder` holds it, and at first the root that the
 * operator pinned. Rolled back, expired, mixed or unsigned metadata is refused. Throws NotRead.
 */
export const readMetadata = async (folder: string, source: Source, now: number): Promise<ReadMetadata> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const staging = mkdtempSync(join(folder, '.reading-'));
  const { fetcher, failure } = fetcherOf(source);
  try {
    for (const role of roles) {
      const kept = join(folder, `${role}.json`);
      if (existsSync(kept)) copyFileSync(kept, join(staging, `${role}.json`));
    }
    const config = {
      rootMaxLength: mostMetadata,
      timestampMaxLength: mostMetadata,
      snapshotMaxLength: mostMetadata,
      targetsMaxLength: mostMetadata,
      maxRootRotations: 64,
    };
    // Names only: our own fetcher knows where the files are.
    const updater = new Updater({ metadataDir: staging, metadataBaseUrl: 'https://provider/', fetcher, config });
    try {
      await updater.refresh();
    } finally {
      keep(staging, folder);
    }
    return judge(staging, now);
  } catch (error) {
    throw failure() ?? notReadFrom(error);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
};

/** The catalogue that the metadata names, and no other file. */
export const readCatalogueFile = async (
  { catalogue: { sha256, bytes } }: ReadMetadata,
  source: Source,
): Promise<Buffer> => {
  const file = await source.read(`${sha256}.${catalogueName}`, bytes);
  if (!file) throw new NotRead('unreachable', `The provider has no ${catalogueName}`);
  if (file.length !== bytes || createHash('sha256').update(file).digest('hex') !== sha256)
    throw new NotRead('mixedUp', `The file ${catalogueName} is not the one that was signed`);
  return file;
};
