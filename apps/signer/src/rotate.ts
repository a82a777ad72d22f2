import type { KeyObject } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { nextRoot } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { type Root, signStatement } from '@patchkeep/orders/statements';
import { makeKey, readIncarnation, readKey, role, signerFolder, writeKey } from './keys.ts';
import { readKnownSites, writeKnownSites } from './known-sites.ts';

const offlineRoles = ['root', 'catalogue'] as const;
type OfflineRole = (typeof offlineRoles)[number];

export const readRenewal = (text: string): OfflineRole[] =>
  text
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const known = offlineRoles.find((each) => each === name);
      if (!known) throw new Error(`There are no offline keys named ${name}`);
      return known;
    });

/** The offline keys of a role, by their number: new ones count on, so that no file is written over another. */
const offlineKeys = (offline: string, name: OfflineRole) => {
  // Pattern: roles are constants of ours.
  const numbers = readdirSync(offline)
    .flatMap((file) => new RegExp(`^${name}-(\\d+)\\.pem$`).exec(file)?.[1] ?? [])
    .map(Number);
  const place = (number: number): string => join(offline, `${name}-${number}.pem`);
  return {
    /** Those that the root names; the rest are of other roots. */
    namedIn: ({ keys }: Root['root']): KeyObject[] =>
      numbers.map((number) => readKey(place(number))).filter((key) => keys.includes(rawKey(key))),
    make(count: number): KeyObject[] {
      const first = Math.max(0, ...numbers) + 1;
      return Array.from({ length: count }, (_, i) => {
        const key = makeKey();
        writeKey(place(first + i), key);
        return key;
      });
    },
  };
};

/** Who vouches for packages from the next root on. */
export type CatalogueMode =
  | { mode: 'simple'; packager?: string | undefined }
  | { mode: 'guarded'; packager?: string | undefined; verifier: string }
  | { mode: 'offline' };

/** The key of the packager: the one that vouches alone today, or the one that is named. */
const packagerOf = ({ catalogue }: Root, named: string | undefined): string => {
  const [only = '', ...others] = catalogue.keys;
  if (named === undefined && others.length > 0)
    throw new Error('Say which key is the packager’s with --packager-key; "packager key --home DIR" prints it.');
  return named ?? only;
};

const catalogueOf = (mode: CatalogueMode, known: Root, offline: string): Root['catalogue'] => {
  if (mode.mode === 'offline') return role(offlineKeys(offline, 'catalogue').make(2), 2);
  const packager = packagerOf(known, mode.packager);
  if (mode.mode === 'simple') return { keys: [packager], threshold: 1 };
  if (mode.verifier === packager) throw new Error('The verifier needs a key of its own: this one is the packager’s.');
  // Both must sign: with one of two a single stolen machine would be enough.
  return { keys: [packager, mode.verifier], threshold: 2 };
};

interface Rotation {
  offline: string;
  /** What the signer works with today. It is only read. */
  signer: string;
  /** What it shall work with: must not exist yet. */
  out: string;
  /** Offline keys to make anew; the online ones always are. */
  renew: readonly OfflineRole[];
  /** Who vouches for packages; left out, those who do today. */
  mode?: CatalogueMode | undefined;
  years?: number;
  now: Date;
}

/**
 * Makes the next root and a folder of the signer that goes with it: a new key for sites, and with it new directors, so
 * that whoever has the old ones can direct nobody who has followed. Signed by the root keys of before and of after.
 */
export const rotate = ({ offline, signer, out, renew, mode, years = 5, now }: Rotation): void => {
  if (existsSync(out)) throw new Error(`${out} is there already`);
  if (mode && renew.includes('catalogue'))
    throw new Error('--mode says whose the catalogue keys are: leave --renew out');
  const [from, to] = [signerFolder(signer), signerFolder(out)];
  const known = readRoot(readFileSync(from.root, 'utf8'));
  const renewed = (name: OfflineRole): Root['root'] => {
    const { keys, threshold } = known[name];
    return renew.includes(name) ? role(offlineKeys(offline, name).make(keys.length), threshold) : known[name];
  };
  const sites = makeKey();
  const former = offlineKeys(offline, 'root').namedIn(known.root);
  const statement: Root = {
    version: known.version + 1,
    expires: now.getTime() + years * 365 * 86_400_000,
    root: renewed('root'),
    catalogue: mode ? catalogueOf(mode, known, offline) : renewed('catalogue'),
    sites: role([sites], 1),
  };
  const latter = renew.includes('root') ? offlineKeys(offline, 'root').namedIn(statement.root) : [];
  const text = signStatement('root', statement, [...former, ...latter]);
  // Hosts would refuse it: better to hear of it here.
  nextRoot(text, known, now.getTime());
  writeKey(to.sites, sites);
  if (existsSync(from.checkpointKey)) copyFileSync(from.checkpointKey, to.checkpointKey);
  if (existsSync(from.checkpointRecord)) copyFileSync(from.checkpointRecord, to.checkpointRecord);
  // Who was named once is not named anew by another key.
  if (existsSync(from.firstApprovers)) copyFileSync(from.firstApprovers, to.firstApprovers);
  if (existsSync(from.busyDays)) copyFileSync(from.busyDays, to.busyDays);
  // New directors are made for the same sites: they must not count as new ones.
  writeKnownSites(out, readKnownSites(signer));
  mkdirSync(dirname(to.step(2)));
  for (let version = 2; version <= known.version; version++) copyFileSync(from.step(version), to.step(version));
  writeFileSync(to.step(statement.version), text, { flag: 'wx' });
  writeFileSync(to.root, text, { flag: 'wx' });
  writeFileSync(to.incarnation, `${readIncarnation(signer) + 1}\n`, { flag: 'wx' });
};
