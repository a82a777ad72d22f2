import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { factsOf } from '@patchkeep/evidence/facts';
import { NotUnpacked, unpackNested } from '@patchkeep/evidence/nested';
import { checkSandbox } from '@patchkeep/evidence/sandbox';
import { scanFile } from '@patchkeep/evidence/scan';
import { signatureOf } from '@patchkeep/evidence/signature';
import type { PackageStatement } from '@patchkeep/orders/statements';
import type { Channel } from '@patchkeep/starter/channel';
import { type Fetched, fetchFile, NotFetched, type WantedFile } from '../evidence/fetch-file.ts';
import { type Hold, isJudgement } from '../evidence/holds.ts';
import { type Evidence, judgeEvidence } from '../evidence/judge-evidence.ts';
import { withLedger } from '../evidence/ledger.ts';
import { isReleaseFit, releaseFor } from '../evidence/release.ts';
import { manifestOfVersion } from '../manifests/manifest-index.ts';
import { readNewestManifests } from '../manifests/newest-manifests.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { nestedFileOf } from '../rules/nested-file.ts';
import { channelOf, type Choice, type Plan, planPackage } from './plan.ts';
import { aboutOf, expectedOf, pastOf, scopeOf, vouchedAboutOf, withStaging, writeProposal } from './propose.ts';
import { disagreementsOf } from './second-look.ts';

/** How a plan is carried out. */
export interface Means {
  out: string;
  ledger: string;
  /** The certificates under which signatures count, as PEM. */
  roots: string;
  /** The socket of clamd. */
  clamd: string | undefined;
  choice: Choice;
  /** Judgements that the operator lifts, and why. */
  lifted: readonly string[];
  reason: string | undefined;
  /** What another packager says of the package: nothing is written or remembered unless this one would say the same. */
  proposed?: PackageStatement;
  /** How the file comes, where not from its address. */
  fetch?: ((wanted: WantedFile) => Promise<Fetched>) | undefined;
}

export interface Preparation extends Means {
  packageId: string;
  version: string;
  manifests: readonly string[];
}

/** Is told how far it has come. */
export interface Watcher {
  onProgress?: (bytes: number, total: number | null) => void;
  onFetched?: () => void;
}

/** What was found out about a file that was fetched. */
export interface Told extends Evidence {
  fetched: Fetched;
  installArguments: readonly string[];
  lifted: string[];
  reason: string | null;
  /** Who vouched for it first, where it comes from a provider. */
  provider: string | undefined;
}

export type Prepared =
  | { holds: Hold[]; told: Told | null }
  | { holds: []; told: Told; installer: string; release: number };

const planOf = async (
  { packageId, version, manifests, choice }: Preparation,
  channels: readonly Channel[],
  recipes: ReadonlyMap<string, Recipe>,
): Promise<Plan> => {
  const channel = channelOf(channels, packageId, version);
  const manifest = await manifestOfVersion(manifests, packageId, version);
  const { newest } = await readNewestManifests(manifests, [channel]);
  const others = [...newest.values()].filter((one) => one.packageId !== manifest.packageId);
  return planPackage(manifest, others, { channel, recipe: recipes.get(channel.tag), choice });
};

const gather = async (path: string, domain: string, { roots, clamd }: Means): Promise<Evidence> => {
  const facts = await factsOf(path);
  return {
    domain,
    facts,
    signature: await signatureOf({ path, hasSignature: facts.hasSignature }, roots),
    scan: await scanFile(path, clamd),
  };
};

/** What was fetched is an archive, and this file of it is the installer. */
interface Archive {
  sha256: string;
  bytes: number;
  file: string;
}

/**
 * Fetches what the manifest names to the path of the installer. Of an archive only the installer in it stays, and what
 * is told of the file from then on is about that one.
 */
const fetchInstaller = async (
  { offer: { installer } }: Plan,
  path: string,
  { fetch = fetchFile, onProgress }: Pick<Means, 'fetch'> & Watcher,
): Promise<Fetched & { archive?: Archive }> => {
  const { url: address, sha256 } = installer;
  if (installer.kind !== 'zip') return fetch({ address, sha256, path, onProgress });
  const packed = `${path}.zip`;
  const fetched = await fetch({ address, sha256, path: packed, onProgress });
  const file = nestedFileOf(installer) ?? '';
  const nested = await unpackNested(packed, file, path);
  await rm(packed);
  return { ...fetched, ...nested, archive: { sha256: fetched.sha256, bytes: fetched.bytes, file } };
};

/** Judges a fetched file and, when nothing speaks against it, writes the proposal. */
const judgeAndPropose = (
  plan: Plan,
  { evidence, fetched, folder, file }: { evidence: Evidence; fetched: Fetched; folder: string; file: string },
  { out, ledger: path, lifted, reason, choice, proposed }: Means,
): Promise<Prepared> =>
  withLedger(path, async (ledger) => {
    const now = Date.now();
    const found = judgeEvidence(evidence, expectedOf(plan), pastOf(ledger.entries, plan), now);
    const holds = found.filter(({ name }) => !(isJudgement(name) && lifted.includes(name)));
    const usedLifts = found.map(({ name }) => name);
    const told: Told = {
      ...evidence,
      fetched,
      installArguments: plan.installArguments,
      lifted: usedLifts.filter((name) => !holds.some((hold) => hold.name === name)),
      reason: usedLifts.length > 0 ? (reason ?? null) : null,
      provider: plan.vouched?.provider,
    };
    if (holds.length > 0) return { holds, told };
    const scope = scopeOf(plan, evidence, choice.scope);
    if (scope === undefined)
      return {
        holds: [{ name: 'scopeUnsaid', says: 'Neither the manifest nor the file says for whom it installs.' }],
        told,
      };
    const { channel, variant, offer } = plan;
    const known = ledger.entries.filter((one) => one.channel === channel.tag);
    const { sha256 } = fetched;
    const line = { scheme: channel.scheme, known };
    const next = { version: offer.version, variant, sha256 };
    const release = proposed?.release ?? releaseFor(line, next);
    const entry = {
      at: now,
      channel: channel.tag,
      packageId: offer.packageId,
      version: offer.version,
      variant,
      release,
      sha256,
      domain: evidence.domain,
      publisher: evidence.signature.state === 'signed' ? evidence.signature.by : null,
      upgradeCode: evidence.facts.upgradeCode,
      lifted: told.lifted,
      reason: told.reason,
    };
    const about = plan.vouched ? vouchedAboutOf(plan, { release, now }) : aboutOf(plan, { release, scope, now });
    const disagreements =
      proposed === undefined
        ? []
        : disagreementsOf(proposed, { about, fetched, isReleaseFit: isReleaseFit(line, next, release), now });
    if (disagreements.length > 0) return { holds: disagreements, told };
    // What subscribers need to know of it, should it be shared.
    const offered = {
      variant: offer.variant,
      productCodes: offer.installer.productCodes,
      sha256: offer.installer.sha256,
    };
    const written = { ...entry, manifest: offer.installer.url, offered, fetched, ...evidence };
    await writeProposal({ folder, out }, { about, evidence: written }, () => {
      // A try that was ended between this and the proposal has left its line.
      const isThere = ledger.entries.some((one) => isDeepStrictEqual({ ...one, at: now }, entry));
      if (!isThere) ledger.add(entry);
    });
    return { holds: [], told, installer: join(out, file), release };
  });

/**
 * Fetches the installer of a plan, looks at it and writes a proposal that somebody with keys can vouch for; or names
 * what keeps it. Nothing of the file is run, and nothing that opens it has a network or our folders.
 */
export const preparePlan = async (plan: Plan, given: Means, watcher: Watcher = {}): Promise<Prepared> => {
  const out = resolve(given.out);
  if (existsSync(out)) throw new Error(`${out} exists already; name a new folder`);
  if (!(await readFile(given.roots, 'utf8')).includes('BEGIN CERTIFICATE'))
    throw new Error(`${given.roots} holds no certificate`);
  await checkSandbox();
  const { url } = plan.offer.installer;
  return withStaging(out, async (folder) => {
    const file = `installer.${plan.offer.variant.family}`;
    const path = join(folder, file);
    try {
      const fetched = await fetchInstaller(plan, path, { ...watcher, fetch: given.fetch });
      watcher.onFetched?.();
      const evidence = await gather(path, new URL(url).hostname, { ...given, roots: resolve(given.roots) });
      return await judgeAndPropose(plan, { evidence, fetched, folder, file }, { ...given, out });
    } catch (error) {
      if (error instanceof NotUnpacked)
        return { holds: [{ name: 'archiveDiffers', says: `${error.message}.` }], told: null };
      if (!(error instanceof NotFetched)) throw error;
      return { holds: [{ name: error.problem, says: `${error.message}.` }], told: null };
    }
  });
};

/** Prepares one version that the operator names. */
export const prepare = async (
  given: Preparation,
  channels: readonly Channel[],
  recipes: ReadonlyMap<string, Recipe>,
): Promise<Prepared> => preparePlan(await planOf(given, channels, recipes), given);
