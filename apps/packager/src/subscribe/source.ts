import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Fetched,
  fetchFile,
  type FetchLimits,
  NotFetched,
  usualFetchLimits,
  type WantedFile,
} from '../evidence/fetch-file.ts';
import { NotRead, type NotReadReason } from './not-read.ts';

/** Where the files of a provider come from. What they say is believed for its signatures, never for where it lay. */
export interface Source {
  /** A file of so many bytes at most; undefined when there is none. Throws NotRead. */
  read(name: string, most: number): Promise<Buffer | undefined>;
  /** The installer of a vendor, of so many bytes. Throws NotFetched. */
  fetchInstaller(wanted: WantedFile, bytes: number): Promise<Fetched>;
}

/** A provider's web server gets less time than a vendor: its files are small, and it is asked again within the hour. */
const limits: Omit<FetchLimits, 'bytes'> = { totalMs: 5 * 60_000, silenceMs: 20_000, redirects: 5, tries: 3 };

const reasons: Record<NotFetched['problem'], NotReadReason> = {
  notHttps: 'notHttps',
  privateAddress: 'privateAddress',
  tooLarge: 'tooLarge',
  vendorDown: 'unreachable',
  movedOn: 'unreachable',
};

/** Reads from the web server of a provider, by the rules for installers: HTTPS and public addresses only. */
export const webSource = (address: string): Source => ({
  async read(name, most) {
    const folder = await mkdtemp(join(tmpdir(), 'patchkeep-provider-'));
    const path = join(folder, 'file');
    try {
      await fetchFile({ address: `${address}/${name}`, sha256: null, path }, { ...limits, bytes: most });
      return await readFile(path);
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error;
      if (error.status === 404 || error.status === 403) return undefined;
      throw new NotRead(reasons[error.problem], error.message, { cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  fetchInstaller: (wanted, bytes) => fetchFile(wanted, { ...usualFetchLimits, bytes }),
});

/** Opens a file of a folder that somebody brought. A link would lead to files that nobody brought. */
const openBrought = async (path: string) => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const about = await file.stat();
  if (about.isFile()) return { file, size: about.size };
  await file.close();
  throw new Error(`${path} is not a file`);
};

/** Where a bundle keeps the installer with this hash. */
export const installerIn = (bundle: string, sha256: string): string => join(bundle, 'installers', sha256);

/** Reads from a folder that `packager bundle` has written: the machine needs no network. */
export const bundleSource = (bundle: string, provider: string): Source => ({
  async read(name, most) {
    const path = join(bundle, provider, name);
    if (!existsSync(path)) return undefined;
    const { file, size } = await openBrought(path).catch((error: unknown) => {
      throw new NotRead('malformed', `${path} cannot be read`, { cause: error });
    });
    try {
      if (size > most) throw new NotRead('tooLarge', `${path} is larger than ${most} bytes`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  },
  async fetchInstaller({ sha256, path }, bytes) {
    const from = installerIn(bundle, sha256 ?? '');
    const { file, size } = await openBrought(from).catch((error: unknown) => {
      throw new NotFetched('vendorDown', `The bundle does not hold the file ${sha256}`, { cause: error });
    });
    await file.close();
    if (size !== bytes) throw new NotFetched('movedOn', `${from} is not the file that the provider vouches for`);
    await pipeline(createReadStream(from), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    if (hash.digest('hex') !== sha256)
      throw new NotFetched('movedOn', `${from} is not the file that the provider vouches for`);
    return { address: `bundle:${sha256}`, sha256, bytes };
  },
});
