import { z } from 'zod';
import { architectures, copyScopes, families } from './variants.ts';

/**
 * What server and packager tell each other over the packager's socket. The server names applications, versions and
 * variants of copies, and which judgements a person has lifted. Addresses, hashes and switches come from the packager alone.
 */

export const buildId = z.string().regex(/^[0-9a-f]{32}$/);
const name = z.string().min(1).max(200);
const holdName = z.string().regex(/^[a-zA-Z]{1,50}$/);
const providerName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/);
const sentence = z.string().max(2_000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const mostWanted = 5_000;

const architecture = z.enum(architectures);
const family = z.enum(families);
const scope = z.enum(copyScopes);

/** Copies that some host has: for which processor, if it is known, whose, and how Windows lists them. */
export const wantedVariant = z.strictObject({ architecture: architecture.nullable(), scope, family });
export type WantedVariant = z.output<typeof wantedVariant>;

export const wantedPackages = z.strictObject({
  /** The first ones are prepared first. */
  wanted: z
    .array(
      z.strictObject({
        channelTag: name,
        version: name,
        /** Left out where nobody knows which variants hosts have: then what fits most hosts is prepared. */
        variants: z.array(wantedVariant).max(16).optional(),
      }),
    )
    .max(mostWanted),
  lifted: z
    .array(z.strictObject({ build: buildId, hold: holdName, reason: z.string().min(1).max(1_000) }))
    .max(mostWanted),
});
export type WantedPackages = z.output<typeof wantedPackages>;

/** How far the package of a version has come. */
export const buildStates = [
  'waiting',
  'fetching',
  'checking',
  /** Prepared; a verifier on another machine looks at it too. */
  'awaitsVerifier',
  /** Prepared; people sign it with offline keys. */
  'awaitsPerson',
  'ready',
  /** Something that was found speaks against it. */
  'held',
  /** The vendor has another file than the manifest describes: the next manifest will say. */
  'movedOn',
  /** The vendor does not answer; it is tried again. */
  'vendorDown',
  /** No package can be made of what the manifests list. */
  'notOffered',
] as const;
export type BuildState = (typeof buildStates)[number];

/** Why a package is kept back. */
export const buildHold = z.object({
  name: holdName,
  /** What was found. */
  says: sentence,
  /** What the operator can do. */
  advice: sentence,
  /** A judgement: a person may lift it and says why. A fact stays. */
  isLiftable: z.boolean(),
  /** A judgement that is lifted where the packager runs, and not by the server. */
  isLiftedThere: z.literal(true).optional(),
});
export type BuildHold = z.output<typeof buildHold>;

export const buildEvidence = z.object({
  address: z.string().max(4_000),
  sha256,
  bytes: z.number().int().min(0),
  signature: z.enum(['signed', 'unsigned', 'broken']),
  publisher: z.object({ organisation: sentence, country: z.string().max(20), root: sentence }).nullable(),
  scan: z.enum(['clean', 'inPart', 'infected', 'notScanned']),
  /** Which scanner and signatures, or why there was none, or what it found. */
  scanSays: sentence,
  product: sentence.nullable(),
  company: sentence.nullable(),
  versions: z.array(sentence).max(20),
  installArguments: z.array(z.string().max(1_000)).max(50),
  /** Judgements that were lifted for it. */
  lifted: z.array(holdName).max(30),
  reason: z.string().max(1_000).nullable(),
  /** Who vouched for it first, where it comes from a provider. */
  provider: providerName.optional(),
});
export type BuildEvidence = z.output<typeof buildEvidence>;

export const packageBuild = z.object({
  build: buildId,
  channelTag: name,
  version: name,
  /** Architecture, scope and kind of the installer; null when there is none. */
  variant: z.string().max(300).nullable(),
  /** The copies that it is for, or that there is no package for; null: all. */
  fits: z
    .object({
      architectures: z.array(architecture).max(3).nullable(),
      scope: scope.nullable(),
      family: family.nullable(),
    })
    .nullable(),
  state: z.enum(buildStates),
  /** Of a file that is being fetched, where the vendor says how long it is. */
  percent: z.number().int().min(0).max(100).nullable(),
  holds: z.array(buildHold).max(30),
  evidence: buildEvidence.nullable(),
  /** When it came into this state. */
  since: z.iso.datetime(),
  retryAt: z.iso.datetime().nullable(),
  /** What was signed, by the hash of its bytes, once it is ready. */
  statementHash: sha256.nullable(),
});
export type PackageBuild = z.output<typeof packageBuild>;

/** How a provider is followed: `failing` still counts, `stopped` brings nothing new. */
export const providerState = z.object({
  name: providerName,
  state: z.enum(['current', 'failing', 'stopped']),
  /** When it was last read; null: not since the packager was started. */
  readAt: z.iso.datetime().nullable(),
  /** Why it cannot be read, in a word: expired, rolledBack … */
  reason: holdName.nullable(),
  says: sentence.nullable(),
});
export type ProviderState = z.output<typeof providerState>;

/** Who vouches for packages: the packager alone, a verifier on another machine too, or only people with offline keys. */
export const vouchingModes = ['simple', 'guarded', 'offline'] as const;
export type VouchingMode = (typeof vouchingModes)[number];

export const packageBuilds = z.object({
  builds: z.array(packageBuild).max(4 * mostWanted),
  /** Versions that must not be given to anybody any more. */
  withdrawn: z.array(z.object({ channelTag: name, version: name })).max(mostWanted),
  providers: z.array(providerState).max(100),
  mode: z.enum(vouchingModes),
});
export type PackageBuilds = z.output<typeof packageBuilds>;
