import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { privateKeyOf } from '@patchkeep/orders/private-key';
import type { BuildStore } from '../serve/build-store.ts';
import { publish } from './publish.ts';
import { shareLines } from './share-lines.ts';
import { readWithdrawals } from './withdrawals.ts';

const shareEveryMs = 3_600_000;

export const readKey = (path: string): KeyObject => privateKeyOf(readFileSync(path, 'utf8'), path);

const folderOf = (home: string): string => join(home, 'share');
const onlineKey = (home: string): string => join(folderOf(home), 'online.pem');

/** Makes the online key of a share, unless there is one. Gives the public key, which the root must name. */
export const makeShareKey = (home: string): string => {
  const path = onlineKey(home);
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  }
  return rawKey(readKey(path));
};

interface Sharing {
  home: string;
  out: string;
  store: BuildStore;
  /** Files of catalogue keys; the packager's own when none is named. */
  keys?: readonly string[];
  now: number;
}

/** Publishes what is ready in a home. */
export const shareHome = ({ home, out, store, keys = [], now }: Sharing): { packages: number; withdrawn: number } => {
  const own = join(home, 'catalogue.pem');
  const vouchers = keys.length > 0 ? keys : existsSync(own) ? [own] : [];
  const withdrawn = readWithdrawals(home);
  const lines = shareLines(store, withdrawn, now);
  publish({
    roots: folderOf(home),
    vouchers: vouchers.map(readKey),
    online: readKey(onlineKey(home)),
    lines,
    out,
    now,
  });
  return { packages: lines.length - withdrawn.length, withdrawn: withdrawn.length };
};

interface KeptSharing extends Omit<Sharing, 'keys' | 'now'> {
  clock: () => number;
  log: (about: object, says: string) => void;
}

/** Publishes each hour: what is ready may have changed, and subscribers must hear that it has not. */
export const keepSharing = ({ log, clock, ...given }: KeptSharing): void => {
  const shareNow = (): void => {
    try {
      log(shareHome({ ...given, now: clock() }), 'catalogue shared');
    } catch (err) {
      log({ err }, 'the catalogue could not be shared');
    }
  };
  shareNow();
  setInterval(shareNow, shareEveryMs).unref();
};
