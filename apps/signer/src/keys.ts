import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { privateKeyOf } from '@patchkeep/orders/private-key';
import { type Root, signStatement } from '@patchkeep/orders/statements';

export const makeKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

/** A key file is written once and never over another: losing a key must be somebody's decision. */
export const writeKey = (path: string, key: KeyObject): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
};
export const readKey = (path: string): KeyObject => privateKeyOf(readFileSync(path, 'utf8'), path);

/** What the signer works with. The offline keys are not among it. */
export const signerFolder = (folder: string) => ({
  root: join(folder, 'root.json'),
  /** The roots after the first, by their version: how hosts get from theirs to the newest. */
  step: (version: number) => join(folder, 'roots', `${version}.json`),
  sites: join(folder, 'sites.pem'),
  incarnation: join(folder, 'incarnation'),
  checkpointKey: join(folder, 'checkpoints.pem'),
  checkpointRecord: join(folder, 'checkpoints.jsonl'),
  /** Every site that was ever directed, and when it first was. */
  knownSites: join(folder, 'known-sites.txt'),
  /** Whom this signer has named as the first approvers of a site, each once. */
  firstApprovers: join(folder, 'first-approvers.jsonl'),
  /** How many hosts got orders, on the days with many. */
  busyDays: join(folder, 'busy-days.json'),
  directorOf: (site: string) => join(folder, 'directors', `${site}.pem`),
});

interface Ceremony {
  /** Goes into a safe. */
  offline: string;
  /** Goes to the machine of the signer. */
  signer: string;
  /** The packager vouches for packages alone: the catalogue key goes to it, and there is one. */
  packager?: string | undefined;
  rootKeys?: number;
  rootThreshold?: number;
  catalogueKeys?: number;
  catalogueThreshold?: number;
  years?: number;
  now: Date;
}

export const role = (keys: readonly KeyObject[], threshold: number): Root['root'] => ({
  keys: keys.map(rawKey),
  threshold,
});

/** Makes all keys of an installation and the first root that names them. */
export const holdCeremony = ({ offline, signer, packager, now, years = 5, ...counts }: Ceremony): void => {
  const { rootKeys = 3, rootThreshold = 2, catalogueKeys = 2 } = counts;
  const { catalogueThreshold = packager === undefined ? 2 : 1 } = counts;
  const make = (name: string, count: number): KeyObject[] =>
    Array.from({ length: count }, (_, index) => {
      const key = makeKey();
      writeKey(join(offline, `${name}-${index + 1}.pem`), key);
      return key;
    });
  const roots = make('root', rootKeys);
  const catalogue = packager === undefined ? make('catalogue', catalogueKeys) : [makeKey()];
  if (packager !== undefined && catalogue[0]) writeKey(join(packager, 'catalogue.pem'), catalogue[0]);
  const sites = makeKey();
  const files = signerFolder(signer);
  writeKey(files.sites, sites);
  writeKey(files.checkpointKey, makeKey());
  const statement: Root = {
    version: 1,
    expires: now.getTime() + years * 365 * 86_400_000,
    root: role(roots, rootThreshold),
    catalogue: role(catalogue, catalogueThreshold),
    sites: role([sites], 1),
  };
  writeFileSync(files.root, signStatement('root', statement, roots), { flag: 'wx' });
  writeFileSync(files.incarnation, '1\n', { flag: 'wx' });
};

/** The key of a file; made when it is first needed. */
const keyAt = (path: string): KeyObject => {
  if (!existsSync(path)) writeKey(path, makeKey());
  return readKey(path);
};

/** The key that vouches for the activity log, and for nothing else. */
export const checkpointKey = (folder: string): KeyObject => keyAt(signerFolder(folder).checkpointKey);

export const readIncarnation = (folder: string): number => {
  const file = signerFolder(folder).incarnation;
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${file} must hold a number above 0, and does not.`);
  return Number(text);
};

/** The key that directs a site; made when the site is first spoken for. */
export const directorKeys = (folder: string) => {
  const files = signerFolder(folder);
  const known = new Map<string, KeyObject>();
  return (site: string): KeyObject => {
    const found = known.get(site);
    if (found) return found;
    const key = keyAt(files.directorOf(site));
    known.set(site, key);
    return key;
  };
};
