import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyOf } from '@patchkeep/orders/private-key';
import { readRoot } from '@patchkeep/orders/root';
import { starterChannels } from '@patchkeep/starter/channels';
import { logAs } from '../log.ts';
import { keepManifests, type ManifestSource } from '../manifests/keep-manifests.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { verifierClient } from '../verify/verifier-client.ts';
import { openBuildStore } from './build-store.ts';
import { openBuilder } from './builder.ts';
import { servePackager } from './serve.ts';
import { guardedVouching, offlineVouching, simpleVouching, type Vouching } from './vouching.ts';

/** Who vouches besides the packager: nobody, a verifier with its key and the socket that leads to it, or only people. */
export type Voucher =
  | { mode: 'simple' }
  | { mode: 'guarded'; verifier: string; verifierSocket: string }
  | { mode: 'offline'; root: string };

interface Home extends ManifestSource {
  socket: string;
  roots: string;
  clamd: string | undefined;
  voucher?: Voucher;
  /** The time, where it is not that of the machine. */
  clock?: () => number;
}

/** `signer ceremony --packager` has put the key there. */
const keyOf = (home: string) => {
  const path = join(home, 'catalogue.pem');
  return privateKeyOf(readFileSync(path, 'utf8'), path);
};

const vouchingOf = (home: string, voucher: Voucher): Vouching => {
  if (voucher.mode === 'offline') return offlineVouching(readRoot(readFileSync(voucher.root, 'utf8')).catalogue);
  if (voucher.mode === 'simple') return simpleVouching(keyOf(home));
  return guardedVouching(keyOf(home), voucher.verifier, verifierClient(voucher.verifierSocket));
};

/** Prepares what the server wants, and vouches for it or has it vouched for. */
export const serveHome = async (given: Home): Promise<{ close(): Promise<void> }> => {
  const { home, socket, roots, clamd, voucher = { mode: 'simple' } } = given;
  const log = logAs('packager');
  const manifests = keepManifests(given, starterChannels);
  const store = openBuildStore(home);
  const builder = openBuilder({
    home,
    vouching: vouchingOf(home, voucher),
    manifests: manifests.read,
    channels: starterChannels,
    recipes: loadRecipes(recipesFolder),
    roots,
    clamd,
    store,
    log,
    clock: given.clock ?? Date.now,
  });
  const serving = await servePackager({ store, builder, log }, socket);
  manifests.begin(log);
  return serving;
};
