import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyOf } from '@patchkeep/orders/private-key';
import { starterChannels } from '@patchkeep/starter/channels';
import { fetchManifests } from '../manifests/fetch-manifests.ts';
import { openManifests } from '../manifests/manifest-index.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { openBuildStore } from './build-store.ts';
import { openBuilder } from './builder.ts';
import { servePackager } from './serve.ts';

/** A line of JSON each, like the server's. */
const log = (about: object, says: string): void => {
  const told = 'err' in about && about.err instanceof Error ? { ...about, err: about.err.message } : about;
  process.stdout.write(`${JSON.stringify({ time: Date.now(), role: 'packager', ...told, msg: says })}\n`);
};

interface Home {
  home: string;
  socket: string;
  /** Folders and archives that the operator brings; with none the packager fetches them itself. */
  manifests: readonly string[];
  manifestsFrom: string;
  roots: string;
  clamd: string | undefined;
  /** The time, where it is not that of the machine. */
  clock?: () => number;
}

const fetchEveryMs = 6 * 3_600_000;
const retryEveryMs = 5 * 60_000;

/** Fetches the manifests now and every six hours, sooner after a failure; what came last counts meanwhile. */
const keepFetching = (address: string, path: string): void => {
  const fetchNow = async (): Promise<void> => {
    let next = fetchEveryMs;
    try {
      log(await fetchManifests(address, path), 'manifests fetched');
    } catch (err) {
      log({ err }, 'the manifests could not be fetched');
      next = retryEveryMs;
    }
    setTimeout(() => void fetchNow(), next).unref();
  };
  void fetchNow();
};

/** Prepares what the server wants and vouches for it with the key of the folder. */
export const serveHome = async (given: Home): Promise<{ close(): Promise<void> }> => {
  const { home, socket, roots, clamd } = given;
  // `signer ceremony --packager` has put it there.
  const keyFile = join(home, 'catalogue.pem');
  const key = privateKeyOf(readFileSync(keyFile, 'utf8'), keyFile);
  const fetched = join(home, 'manifests.tar.gz');
  const paths = given.manifests.length > 0 ? given.manifests : [fetched];
  const store = openBuildStore(home);
  const builder = openBuilder({
    home,
    key,
    manifests: openManifests(paths, starterChannels),
    channels: starterChannels,
    recipes: loadRecipes(recipesFolder),
    roots,
    clamd,
    store,
    log,
    clock: given.clock ?? Date.now,
  });
  const serving = await servePackager({ store, builder, log }, socket);
  if (given.manifests.length === 0) keepFetching(given.manifestsFrom, fetched);
  return serving;
};
