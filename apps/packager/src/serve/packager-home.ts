import { join } from 'node:path';
import { mostWanted } from '@patchkeep/contract/packager';
import { starterChannels } from '@patchkeep/starter/channels';
import { fetchManifests } from '../manifests/fetch-manifests.ts';
import { openManifests } from '../manifests/manifest-index.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { keepSharing, readKey } from '../share/share-home.ts';
import { readWithdrawals } from '../share/withdrawals.ts';
import { followProviders, type Providers } from '../subscribe/follow.ts';
import { readProviders } from '../subscribe/providers.ts';
import { sharedPlans } from '../subscribe/shared-plans.ts';
import { bundleSource, webSource } from '../subscribe/source.ts';
import { openBuildStore } from './build-store.ts';
import { openBuilder } from './builder.ts';
import { manifestPlans, type PlanSource, withoutWithdrawn } from './plans.ts';
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
  /** A folder that `packager bundle` has written: what providers share is read from there, and nothing is fetched. */
  bundle?: string | undefined;
  /** The folder that what is ready is shared in. */
  share?: string | undefined;
  /** The time, where it is not that of the machine. */
  clock?: () => number;
}

const channelsByTag = new Map(starterChannels.map((channel) => [channel.tag, channel]));
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

/** Plans from public manifests, which the packager fetches itself unless the operator brings them. */
const manifestSource = ({ home, manifests, manifestsFrom }: Home): PlanSource => {
  const fetched = join(home, 'manifests.tar.gz');
  if (manifests.length === 0) keepFetching(manifestsFrom, fetched);
  const paths = manifests.length > 0 ? manifests : [fetched];
  const known = { channels: channelsByTag, recipes: loadRecipes(recipesFolder) };
  return manifestPlans(openManifests(paths, starterChannels), known, () => readWithdrawals(home));
};

/** Plans from what providers share. */
const providerSource =
  (home: string, providers: Providers, clock: () => number): PlanSource =>
  async () => {
    const catalogues = providers.catalogues();
    if (catalogues.length === 0) return undefined;
    const withdrawn = [...readWithdrawals(home), ...providers.withdrawn()];
    return withoutWithdrawn(sharedPlans(channelsByTag, catalogues, clock()), withdrawn);
  };

/** Prepares what the server wants and vouches for it with the key of the folder. */
export const serveHome = async (given: Home): Promise<{ close(): Promise<void> }> => {
  const { home, socket, roots, clamd, bundle, clock = Date.now } = given;
  const key = readKey(join(home, 'catalogue.pem'));
  const store = openBuildStore(home);
  const subscriptions = readProviders(home);
  if (bundle !== undefined && subscriptions.length === 0)
    throw new Error(`${home} has no provider: subscribe to the one that the bundle is of with \`packager subscribe\`.`);
  const providers = followProviders({
    providers: subscriptions,
    sourceOf: ({ name, from }) => (bundle === undefined ? webSource(from) : bundleSource(bundle, name)),
    log,
    clock,
  });
  const isSubscribed = subscriptions.length > 0;
  const builder = openBuilder({
    home,
    key,
    source: isSubscribed ? providerSource(home, providers, clock) : manifestSource(given),
    fetch: isSubscribed
      ? ({ vouched }, wanted) => providers.sourceOf(vouched?.provider ?? '').fetchInstaller(wanted, vouched?.bytes ?? 0)
      : undefined,
    roots,
    clamd,
    store,
    log,
    clock,
  });
  const shared = () => ({
    // The operator's own come first, should a provider name more than the server takes.
    withdrawn: [...readWithdrawals(home), ...providers.withdrawn()].slice(0, mostWanted),
    providers: providers.states(),
  });
  const serving = await servePackager({ store, builder, shared, log }, socket);
  if (isSubscribed) providers.keepReading();
  if (given.share !== undefined) keepSharing({ home, out: given.share, store, log, clock });
  return serving;
};
