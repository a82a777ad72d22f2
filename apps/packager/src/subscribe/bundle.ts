import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { NotFetched } from '../evidence/fetch-file.ts';
import { mostPackedBytes } from '../share/catalogue.ts';
import { catalogueName } from '../share/tuf.ts';
import { NotRead } from './not-read.ts';
import type { Provider } from './providers.ts';
import { readProvider, type SharedPackage } from './read-provider.ts';
import { bundleSource, installerIn, type Source } from './source.ts';

const mostMetadata = 65_536;
const mostRoots = 1_000;
const version = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** What leads from one file to the next; whether any of it is true is asked once all of it is here. */
const leads = {
  timestamp: z.object({ signed: z.object({ meta: z.object({ 'snapshot.json': z.object({ version }) }) }) }),
  snapshot: z.object({ signed: z.object({ meta: z.object({ 'targets.json': z.object({ version }) }) }) }),
  targets: z.object({
    signed: z.object({ targets: z.object({ [catalogueName]: z.object({ hashes: z.object({ sha256: hash }) }) }) }),
  }),
};

/** Copies the files of a provider as they are. */
const mirror = async (source: Source, folder: string): Promise<void> => {
  const copy = async (name: string, most: number): Promise<Buffer> => {
    const file = await source.read(name, most);
    if (!file) throw new NotRead('unreachable', `The provider has no ${name}`);
    writeFileSync(join(folder, name), file, { flush: true });
    return file;
  };
  const follow = async <T>(name: string, shape: z.ZodType<T>): Promise<T> => {
    const read = shape.safeParse(JSON.parse((await copy(name, mostMetadata)).toString()));
    if (!read.success) throw new NotRead('malformed', `${name} leads nowhere`);
    return read.data;
  };
  for (let next = 2; next < mostRoots; next++) {
    const root = await source.read(`${next}.root.json`, mostMetadata);
    if (!root) break;
    writeFileSync(join(folder, `${next}.root.json`), root, { flush: true });
  }
  const timestamp = await follow('timestamp.json', leads.timestamp);
  const snapshot = await follow(`${timestamp.signed.meta['snapshot.json'].version}.snapshot.json`, leads.snapshot);
  const targets = await follow(`${snapshot.signed.meta['targets.json'].version}.targets.json`, leads.targets);
  await copy(`${targets.signed.targets[catalogueName]?.hashes.sha256}.${catalogueName}`, mostPackedBytes);
};

const hasFile = async (path: string, sha256: string): Promise<boolean> => {
  if (!existsSync(path)) return false;
  const found = createHash('sha256');
  await pipeline(createReadStream(path), found);
  return found.digest('hex') === sha256;
};

/** `7-zip` names all shared versions of an application, `7-zip=26.02` one. */
const isNamed = ({ statement }: SharedPackage, names: readonly string[]): boolean =>
  names.length === 0 ||
  names.includes(statement.channelTag) ||
  names.includes(`${statement.channelTag}=${statement.version}`);

interface Bundling {
  provider: Provider;
  source: Source;
  out: string;
  /** Applications or versions; all that is shared when none is named. */
  names: readonly string[];
  now: number;
}

/**
 * Writes what a provider shares into a folder, with the installers: a machine without a network reads it by the same
 * checks. A folder that is there already is brought up to date. Gives the files that the vendors did not give.
 */
export const bundle = async ({
  provider,
  source,
  out,
  names,
  now,
}: Bundling): Promise<{ files: number; missing: string[] }> => {
  const folder = join(out, provider.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(out, 'installers'), { recursive: true });
  await mirror(source, folder);
  const { packages } = await readProvider(provider, bundleSource(out, provider.name), now);
  const missing: string[] = [];
  const wanted = packages.filter((one) => isNamed(one, names));
  for (const { address, statement } of wanted) {
    const { sha256, bytes, channelTag, version: of } = statement;
    const path = installerIn(out, sha256);
    if (await hasFile(path, sha256)) continue;
    rmSync(`${path}.coming`, { force: true });
    try {
      await source.fetchInstaller({ address, sha256, path: `${path}.coming` }, bytes);
      renameSync(`${path}.coming`, path);
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error;
      rmSync(`${path}.coming`, { force: true });
      missing.push(`${channelTag} ${of}: ${error.problem}: ${error.message}`);
    }
  }
  return { files: wanted.length - missing.length, missing };
};
