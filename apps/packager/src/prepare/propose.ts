import { mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { remoteAccessTags } from '@patchkeep/starter/channels';
import type { Expected, Evidence, Past } from '../evidence/judge-evidence.ts';
import type { Entry } from '../evidence/ledger.ts';
import { isOlderThanKnown } from '../evidence/release.ts';
import { exitCodesOf } from '../rules/exit-codes.ts';
import type { Plan } from './plan.ts';

const day = 86_400_000;
/** After so long a statement must be renewed. */
export const lifeMs = 90 * day;

/** What the file must be, by manifest, channel and recipe. */
export const expectedOf = ({ channel, recipe, offer }: Plan): Expected => ({
  kind: offer.variant.family,
  architecture: offer.variant.architecture,
  versions: [offer.version, ...offer.installer.displayVersions],
  productCodes: offer.installer.productCodes,
  publishers: channel.publishers,
  signers: recipe?.signers ?? [],
  isUnsigned: recipe?.isUnsigned ?? false,
});

/** What the ledger says about the channel, before this package. */
export const pastOf = (entries: readonly Entry[], { channel, offer, variant }: Plan): Past => {
  const known = entries.filter((one) => one.channel === channel.tag);
  return {
    publishers: known.map(({ publisher }) => publisher),
    domains: known.map(({ domain }) => domain),
    upgradeCodes: known.flatMap((one) => (one.variant === variant ? (one.upgradeCode ?? []) : [])),
    isOlder: isOlderThanKnown({ scheme: channel.scheme, known }, offer.version),
  };
};

/** For whom it installs: the manifest, the recipe or the operator says it, or the MSI itself; undefined when none does. */
export const scopeOf = (
  { offer }: Plan,
  { facts }: Evidence,
  chosen: string | undefined,
): 'machine' | 'user' | undefined => {
  if (offer.variant.scope !== null) return offer.variant.scope;
  if (chosen === 'machine' || chosen === 'user') return chosen;
  return facts.isForMachine ? 'machine' : undefined;
};

/** By which names the copies of the edition are known, where the recipe tells editions apart; else all of the channel. */
const namesOf = ({ channel, recipe, offer }: Pick<Plan, 'channel' | 'recipe' | 'offer'>): readonly string[] => {
  const editions = recipe?.editions ?? {};
  return Object.hasOwn(editions, offer.packageId) ? (editions[offer.packageId] ?? []) : channel.installedAs;
};

/** How hosts list the copies that it updates: by the packager's own starter, whatever the manifest or the server says. */
export const installedAsOf = (plan: Pick<Plan, 'channel' | 'recipe' | 'offer'>) => {
  const { channel, offer } = plan;
  const displayVersions = offer.installer.displayVersions.slice(0, 10);
  return {
    names: namesOf(plan),
    publishers: channel.publishers,
    scheme: channel.scheme,
    ...(channel.line !== undefined && { line: channel.line }),
    ...(displayVersions.length > 0 && { displayVersions }),
  };
};

/** How hosts run it beyond its arguments: what goes before, and what its end means. */
export const conductOf = ({ recipe, offer: { installer } }: Pick<Plan, 'recipe' | 'offer'>) => {
  const exitCodes = exitCodesOf(installer, recipe?.exitCodes);
  // The manifest says that it must be; the recipe says how.
  const isRemovedFirst = installer.upgradeBehavior === 'uninstallprevious';
  return {
    ...(exitCodes && { exitCodes }),
    ...(isRemovedFirst && recipe?.removal && { removesFirst: recipe.removal }),
  };
};

/** Which copies it is for, by the manifest; hosts look for an older one of these. */
export const fitOf = ({ architectures, offer }: Pick<Plan, 'architectures' | 'offer'>) => ({
  family: offer.variant.listedAs,
  ...(architectures !== null && architectures.length > 0 && { architectures }),
});

/** What `signer vouch --about` reads; hash and size it takes from the file. */
export const aboutOf = (
  plan: Plan,
  { release, scope, now }: { release: number; scope: 'machine' | 'user'; now: number },
) => {
  const { channel, recipe, offer, installArguments } = plan;
  // Looked at once more where the statement is written: a recipe that slipped through must not bring such a tool.
  const isInstallable = recipe?.isInstallable === true && !remoteAccessTags.has(channel.tag);
  return {
    channelTag: channel.tag,
    version: offer.version,
    release,
    expires: now + lifeMs,
    kind: offer.variant.family,
    scope,
    installArguments,
    removeArguments: [],
    options: recipe?.options ?? {},
    installedAs: installedAsOf(plan),
    ...conductOf(plan),
    ...fitOf(plan),
    ...(recipe?.programs && { programs: recipe.programs }),
    ...(isInstallable && { isInstallable }),
  };
};

/** The same of a package that a provider vouches for, in its words. */
export const vouchedAboutOf = (plan: Plan, { release, now }: { release: number; now: number }) => ({
  ...plan.vouched?.about,
  release,
  expires: now + lifeMs,
  installedAs: installedAsOf(plan),
});

const writeSynced = async (path: string, value: unknown): Promise<void> => {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { flush: true });
};

/** A folder beside the one that is asked for: a proposal appears whole, or not at all. */
export const withStaging = async <T>(out: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const beginning = `.${basename(out)}-`;
  // What an earlier try left that was ended before its time: files of gigabytes.
  for (const name of await readdir(dirname(out)))
    if (name.startsWith(beginning) && name.length === beginning.length + 6)
      await rm(join(dirname(out), name), { recursive: true, force: true });
  const folder = await mkdtemp(join(dirname(out), beginning));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Writes the proposal, has it remembered, and only then gives it its name. */
export const writeProposal = async (
  { folder, out }: { folder: string; out: string },
  { about, evidence }: { about: object; evidence: object },
  remember: () => void,
): Promise<void> => {
  await writeSynced(join(folder, 'about.json'), about);
  await writeSynced(join(folder, 'evidence.json'), evidence);
  remember();
  await rename(folder, out);
  const parent = await open(dirname(out), 'r');
  await parent.sync();
  await parent.close();
};
