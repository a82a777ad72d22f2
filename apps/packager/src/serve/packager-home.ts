import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mostWanted } from '@patchkeep/contract/packager';
import { readRoot } from '@patchkeep/orders/root';
import { starterChannels } from '@patchkeep/starter/channels';
import { logAs } from '../log.ts';
import { keepManifests, type ManifestSource } from '../manifests/keep-manifests.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { keepSharing, readKey } from '../share/share-home.ts';
import { readWithdrawals } from '../share/withdrawals.ts';
import { followProviders, type Providers } from '../subscribe/follow.ts';
import { readProviders } from '../subscribe/providers.ts';
import { sharedPlans } from '../subscribe/shared-plans.ts';
import { bundleSource, webSource } from '../subscribe/source.ts';
import { verifierClient } from '../verify/verifier-client.ts';
import { openBuildStore } from './build-store.ts';
import { openBuilder } from './builder.ts';
import { manifestPlans, type PlanSource, withoutWithdrawn } from './plans.ts';
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
  /** A folder that `packager bundle` has written: what providers share is read from there, and nothing is fetched. */
  bundle?: string | undefined;
  /** The folder that what is ready is shared in. */
  share?: string | undefined;
  /** The time, where it is not that of the machine. */
  clock?: () => number;
}

const channelsByTag = new Map(starterChannels.map((channel) => [channel.tag, channel]));

/** `signer ceremony --packager` has put the key there. */
const keyOf = (home: string) => readKey(join(home, 'catalogue.pem'));

const vouchingOf = (home: string, voucher: Voucher): Vouching => {
  if (voucher.mode === 'offline') return offlineVouching(readRoot(readFileSync(voucher.root, 'utf8')).catalogue);
  if (voucher.mode === 'simple') return simpleVouching(keyOf(home));
  return guardedVouching(keyOf(home), voucher.verifier, verifierClient(voucher.verifierSocket));
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

/** Prepares what the server wants, and vouches for it or has it vouched for. */
export const serveHome = async (given: Home): Promise<{ close(): Promise<void> }> => {
  const { home, socket, roots, clamd, voucher = { mode: 'simple' }, bundle, clock = Date.now } = given;
  const log = logAs('packager');
  const manifests = keepManifests(given, starterChannels);
  const known = { channels: channelsByTag, recipes: loadRecipes(recipesFolder) };
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
  const vouching = vouchingOf(home, voucher);
  const builder = openBuilder({
    home,
    vouching,
    source: isSubscribed
      ? providerSource(home, providers, clock)
      : manifestPlans(manifests.read, known, () => readWithdrawals(home)),
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
    mode: vouching.mode,
  });
  const serving = await servePackager({ store, builder, shared, log }, socket);
  if (isSubscribed) providers.keepReading();
  else manifests.begin(log);
  if (given.share !== undefined) keepSharing({ home, out: given.share, store, log, clock });
  return serving;
};
