import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { open, publicKeyOf, keyId, seal, type Signers } from './envelope.ts';
import { Refused } from './refusal.ts';
import { hash, moment, name, uuid } from './statement-fields.ts';
import { systemPackage } from './system-package.ts';

const rawKeyText = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const counter = z.int().min(0);

const role = z
  .strictObject({ keys: z.array(rawKeyText).min(1).max(8), threshold: z.int().min(1).max(8) })
  .refine(({ keys, threshold }) => new Set(keys).size === keys.length && threshold <= keys.length);

/** Who may sign what. The first one is pinned when a host enrols; the next must be signed by both. */
const root = z.strictObject({
  version: z.int().min(1),
  expires: moment,
  root: role,
  /** What packages are. */
  catalogue: role,
  /** Who directs a site. */
  sites: role,
});

/** The online key that directs one site. */
const site = z.strictObject({ site: uuid, version: z.int().min(1), expires: moment, director: rawKeyText });

export const installerKinds = ['msi', 'msp', 'exe', 'ps1', 'deb'] as const;

const pattern = z.strictObject({ maxLength: z.int().min(0).max(1_000), values: z.array(z.string()).nullable() });

/** How a host's own list of software names the copies that a package updates. Plain words: nothing of it is a pattern. */
const installedAs = z.strictObject({
  /** Without versions, architectures and languages; on Debian the name of the package. */
  names: z.array(name).min(1).max(10),
  /** How publishers begin; none is any. */
  publishers: z.array(name).max(10),
  /** How the application counts its versions. */
  scheme: z.string().regex(/^[a-z]{1,20}$/),
  /** Only copies whose version begins so. */
  line: name.optional(),
  /** How the list spells this version, where that differs. */
  displayVersions: z.array(name).min(1).max(10).optional(),
});

/** The file names of programs that must not be open while it is installed. */
export const programs = z.array(z.string().regex(/^[^\p{Cc}"/\\]{1,100}$/u)).max(20);
export const architectures = z
  .array(z.enum(['x86', 'x64', 'arm64']))
  .min(1)
  .max(3);

/** How an older copy is removed. Which one, and by what program or code, only the host's own list of software says. */
export const removal = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('productCode') }),
  z.strictObject({ by: z.literal('uninstallEntry'), arguments: z.array(z.string().min(1).max(1_000)).min(1).max(20) }),
]);
export type Removal = z.output<typeof removal>;

/** Windows counts exit codes as 32 bits, with or without a sign. */
const exitCode = z.int().min(-2_147_483_648).max(4_294_967_295);

/** What exit codes of an installer mean, where they differ from those of the Windows Installer. */
export const exitCodes = z
  .strictObject({
    success: z.array(exitCode).max(20).optional(),
    /** It succeeded, and the host must restart to finish. */
    restart: z.array(exitCode).max(20).optional(),
    /** Each code once, with a sentence about what failed. */
    failed: z
      .array(z.strictObject({ code: exitCode, says: z.string().regex(/^[^\p{Cc}]{1,200}$/u) }))
      .max(20)
      .optional(),
  })
  .refine(({ success = [], restart = [], failed = [] }) => {
    const all = [...success, ...restart, ...failed.map(({ code }) => code)].map((code) => code >>> 0);
    return new Set(all).size === all.length;
  }, 'an exit code stands for two things');
export type ExitCodes = z.output<typeof exitCodes>;

/** A package as those who keep the catalogue vouch for it. */
const packageStatement = z.strictObject({
  channelTag: name,
  version: name,
  /** Counts on with every statement about the channel: an older one cannot come back. */
  release: counter,
  expires: moment,
  sha256: hash,
  bytes: z.int().min(1),
  kind: z.enum(installerKinds),
  scope: z.enum(['machine', 'user']),
  /** One argument each. `{name}` stands for the option of that name, alone or within. */
  installArguments: z.array(z.string().max(1_000)).max(50),
  removeArguments: z.array(z.string().max(1_000)).max(50),
  options: z.record(z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/), pattern),
  programs: programs.optional(),
  /** Not to be installed while the host waits for a restart anyway: its installer would fail, or do half. */
  waitsForRestart: z.boolean().optional(),
  /** It may also be installed where no copy is. */
  isInstallable: z.literal(true).optional(),
  /** Absent from statements that are older than the rule that an update needs an older copy. */
  installedAs: installedAs.optional(),
  /** An update removes the older copy before it installs. */
  removesFirst: removal.optional(),
  exitCodes: exitCodes.optional(),
  /** The processors of the copies that it updates; a host that runs programs for none of them refuses it. */
  architectures: architectures.optional(),
  /** How Windows lists the copies that it updates: as products of the Windows Installer, or not. */
  family: z.enum(['msi', 'exe']).optional(),
});
export type PackageStatement = z.output<typeof packageStatement>;
/** Nothing is removed but copies of the names that were signed. */
const namesWhatItRemoves = ({ removesFirst, installedAs: copies }: PackageStatement): boolean =>
  !removesFirst || copies !== undefined;

export const orderKinds = [
  'upgrade-package',
  'install-package',
  'remove-package',
  'windows-update',
  'restart',
  'inspect',
  'upgrade-system-package',
  'custom',
] as const;
export type OrderKind = (typeof orderKinds)[number];

/** What one host is told to do. */
const order = z.strictObject({
  site: uuid,
  agent: uuid,
  task: uuid,
  kind: z.enum(orderKinds),
  /** The statement about the package, by the hash of its bytes; null where none is needed. */
  statementHash: hash.nullable(),
  options: z.record(z.string().max(50), z.string().max(1_000)),
  /** Windows updates to install. */
  kbs: z.array(z.int().min(1)).max(200),
  /** The package that the host's own system upgrades. Absent from orders of other kinds: older agents do not know it. */
  systemPackage: systemPackage.optional(),
  sequence: z.int().min(1),
  incarnation: counter,
  notBefore: moment,
  expires: moment,
  attempt: z.int().min(1).max(20),
});
export type Order = z.output<typeof order>;

/** The director is there, now. Without a recent one a host begins nothing. */
const freshness = z.strictObject({ site: uuid, incarnation: counter, at: moment });

const beginningLetters = 16;
/** The entries a checkpoint tells apart at most; a longer stretch takes several. */
export const mostBeginnings = 5_000;

/** How the hash of an entry begins: too little to prove it, enough to name the first one that is another. */
export const beginningOf = (entryHash: string): string => entryHash.slice(0, beginningLetters);

/** The beginnings of the hashes of neighbouring entries, one after the other without anything between. */
export const beginnings = z
  .string()
  .max(beginningLetters * mostBeginnings)
  // Pattern: a number of ours is all that is put in.
  .regex(new RegExp(`^(?:[0-9a-f]{${beginningLetters}})+$`));

/** How the hash of an entry began when the signer saw it; undefined when the checkpoint does not speak of it. */
export const beginningAt = (
  { seq: last, beginnings: all = '' }: Pick<Checkpoint, 'seq' | 'beginnings'>,
  seq: number,
): string | undefined => {
  const start = all.length - (last - seq + 1) * beginningLetters;
  return start < 0 || seq > last ? undefined : all.slice(start, start + beginningLetters);
};

/** So many entries had a chain of the activity log, and this was the hash of the last one. */
const checkpoint = z.strictObject({
  customer: uuid,
  /** A site, or the customer itself. */
  chain: uuid,
  seq: z.int().min(1),
  hash,
  count: z.int().min(1),
  /** From the entry of the checkpoint before, or from the first one, up to this one. */
  beginnings: beginnings.optional(),
  incarnation: counter,
  at: moment,
});
export type Checkpoint = z.output<typeof checkpoint>;

export const statements = {
  root: { type: 'application/vnd.patchkeep.root.v1+json', schema: root },
  site: { type: 'application/vnd.patchkeep.site.v1+json', schema: site },
  package: { type: 'application/vnd.patchkeep.package.v1+json', schema: packageStatement.refine(namesWhatItRemoves) },
  order: { type: 'application/vnd.patchkeep.order.v1+json', schema: order },
  freshness: { type: 'application/vnd.patchkeep.freshness.v1+json', schema: freshness },
  checkpoint: { type: 'application/vnd.patchkeep.checkpoint.v1+json', schema: checkpoint },
} as const;
export type StatementName = keyof typeof statements;
export type Statement<N extends StatementName> = z.output<(typeof statements)[N]['schema']>;
export type Root = Statement<'root'>;

/** JSON with sorted keys: a statement has one spelling, so no two readers can see different things in it. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
      .join(',')}}`;
  return JSON.stringify(value);
};

export const signStatement = <N extends StatementName>(
  of: N,
  statement: Statement<N>,
  privateKeys: readonly KeyObject[],
): string => seal(statements[of].type, Buffer.from(canonical(statement)), privateKeys);

export const signersOf = ({ keys, threshold }: Root['root']): Signers => ({
  keys: new Map(keys.map((raw) => [keyId(raw), publicKeyOf(raw)])),
  threshold,
});

export interface Read<N extends StatementName> {
  statement: Statement<N>;
  hash: string;
}

const orderOfAnyKind = z.looseObject({ kind: z.string().regex(/^[a-z-]{1,50}$/) });

/** Signed by a director who knows more kinds of orders than this host: nothing is wrong but the host's age. */
const refuseLaterKinds = (given: unknown): void => {
  const { success, data } = orderOfAnyKind.safeParse(given);
  if (success && !orderKinds.some((kind) => kind === data.kind)) throw new Refused('kindUnknown', data.kind);
};

/** What bytes say whose signatures were checked; only in the one spelling. */
export const readCanonical = <T>(of: string, schema: z.ZodType<T>, bytes: Buffer): { statement: T; hash: string } => {
  let given: unknown;
  try {
    given = JSON.parse(bytes.toString());
  } catch {
    throw new Refused('malformed', of);
  }
  const read = schema.safeParse(given);
  if (!read.success && of === 'order') refuseLaterKinds(given);
  if (!read.success || canonical(given) !== bytes.toString()) throw new Refused('malformed', of);
  return { statement: read.data, hash: createHash('sha256').update(bytes).digest('hex') };
};

/** A statement whose signatures were checked before its first byte was read. */
export const readStatement = <N extends StatementName>(of: N, text: string, signers: Signers): Read<N> => {
  const { type, schema } = statements[of];
  const { statement, hash: found } = readCanonical(of, schema as z.ZodType, open(text, type, signers));
  return { statement: statement as Statement<N>, hash: found };
};
