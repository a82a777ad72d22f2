import type { PinnedApprovers } from './custom/approvers.ts';
import { type CustomPackage, customTag, judgeCustom } from './custom/custom-package.ts';
import { publicKeyOf, keyId } from './envelope.ts';
import { checkArguments, optionProblem, placeholder } from './option-rules.ts';
import { Refused } from './refusal.ts';
import {
  type Order,
  type OrderKind,
  type PackageStatement,
  readStatement,
  type Root,
  signersOf,
  type Statement,
} from './statements.ts';
import { debTag } from './system-package.ts';

/** What a host keeps in its journal and believes before it reads anything. */
export interface Trust {
  agent: string;
  site: string;
  root: Root;
  siteVersion: number;
  incarnation: number;
  /** The highest sequence it has accepted. */
  sequence: number;
  /** By channel, the newest release it has seen. */
  releases: Readonly<Record<string, number>>;
  /** The latest signed time it has believed: a clock that is set back does not bring old orders back. */
  latest: number;
  /** Who vouches for the custom software of the site; undefined while it knows nobody. */
  approvers?: PinnedApprovers | undefined;
}

/** The host's own word, which no server can change. */
export interface LocalPolicy {
  refusedKinds: readonly OrderKind[];
  refusedChannels: readonly string[];
}

/** What arrives with an order. */
export interface Delivery {
  site: string;
  freshness: string;
  order: string;
  /** The statement about the package, or about the custom software. */
  package: string | null;
}

export interface Accepted {
  order: Order;
  package: PackageStatement | null;
  custom: CustomPackage | null;
  /** What to believe from now on; kept before anything is done. */
  trust: Trust;
}

const minute = 60_000;
export const freshFor = 15 * minute;
/** How far the director's clock may be ahead of the host's. */
export const clockSkew = 5 * minute;
export const longestLife = 7 * 24 * 60 * minute;

const needsPackage: ReadonlySet<OrderKind> = new Set(['upgrade-package', 'install-package', 'remove-package']);

/** One step on the way to the newest root: signed by those who could sign the last one and by those it names. */
const rootStep = (text: string, known: Root): Root => {
  const { statement } = readStatement('root', text, signersOf(known.root));
  readStatement('root', text, signersOf(statement.root));
  if (statement.version !== known.version + 1) throw new Refused('rootNotNext');
  return statement;
};

/** The next root, which must still count. */
export const nextRoot = (text: string, known: Root, now: number): Root => {
  const statement = rootStep(text, known);
  if (statement.expires <= now) throw new Refused('rootExpired');
  return statement;
};

/**
 * Follows roots one signed step after the other, as far as they are sound, and gives the newest that still counts;
 * undefined when there is none. Those between may have expired: a host that was off for years comes by them to a root
 * that has not, and nothing is believed by their keys but the next step.
 */
export const followRoots = (texts: readonly string[], known: Root, now: number): string | undefined => {
  let current = known;
  let newest: string | undefined;
  try {
    for (const text of texts) {
      current = rootStep(text, current);
      if (current.expires > now) newest = text;
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return newest;
};

const directorOf = (text: string, trust: Trust, now: number): Statement<'site'> => {
  const { statement } = readStatement('site', text, signersOf(trust.root.sites));
  if (statement.site !== trust.site) throw new Refused('otherSite');
  if (statement.version < trust.siteVersion) throw new Refused('siteRolledBack');
  if (statement.expires <= now) throw new Refused('siteExpired');
  return statement;
};

const checkTimes = ({ notBefore, expires }: Order, now: number): void => {
  if (notBefore > now + clockSkew) throw new Refused('notYet');
  if (expires <= now) throw new Refused('expired');
  if (expires - notBefore > longestLife) throw new Refused('tooLongLived');
};

/** What every order about a package may be told, whatever the package: how to deal with people at the host. */
const peopleOptions: Readonly<Record<string, RegExp>> = {
  openApplication: /^(wait|ask|close)$/,
  closeSeconds: /^\d{1,4}$/,
  user: /^[^\p{Cc}"/\\]{1,200}$/u,
};

const checkOptions = ({ options }: Order, statement: PackageStatement): void => {
  // A package for a user is run as one, and a package for the machine never.
  if ((statement.scope === 'user') !== Object.hasOwn(options, 'user')) throw new Refused('optionInvalid', 'user');
  for (const [name, value] of Object.entries(options)) {
    const shape = Object.hasOwn(peopleOptions, name) ? peopleOptions[name] : undefined;
    if (shape && !shape.test(value)) throw new Refused('optionInvalid', name);
    if (shape) continue;
    const allowed = Object.hasOwn(statement.options, name) ? statement.options[name] : undefined;
    if (!allowed) throw new Refused('optionUnknown', name);
    // Listed values were vouched for with the package; any other text is somebody's.
    const isAllowed = allowed.values
      ? allowed.values.includes(value) && !/[\p{Cc}"]/u.test(value)
      : value.length <= allowed.maxLength && optionProblem(value) === undefined;
    if (!isAllowed) throw new Refused('optionInvalid', name);
  }
};

/** What a restart may be told: the words, how long it is announced and put off, and from when on nobody is asked. */
const restartOptions: Readonly<Record<string, RegExp>> = {
  delaySeconds: /^\d{1,5}$/,
  snoozeSeconds: /^\d{1,5}$/,
  forceAt: /^\d{1,15}$/,
  title: /^[^\p{Cc}"]{0,100}$/u,
  message: /^[^\p{Cc}"]{0,500}$/u,
};

const checkPlainOptions = ({ kind, options }: Order): void => {
  for (const [name, value] of Object.entries(options)) {
    const shape = kind === 'restart' && Object.hasOwn(restartOptions, name) ? restartOptions[name] : undefined;
    if (!shape) throw new Refused('optionUnknown', name);
    if (!shape.test(value)) throw new Refused('optionInvalid', name);
  }
};

const packageOf = (text: string | null, given: Order, trust: Trust, now: number): PackageStatement | null => {
  if (!needsPackage.has(given.kind)) {
    if (text !== null || given.statementHash !== null) throw new Refused('packageNotWanted');
    checkPlainOptions(given);
    return null;
  }
  if (text === null || given.statementHash === null) throw new Refused('packageMissing');
  const { statement, hash } = readStatement('package', text, signersOf(trust.root.catalogue));
  if (hash !== given.statementHash) throw new Refused('packageMixedUp');
  if (statement.release < (trust.releases[statement.channelTag] ?? 0)) throw new Refused('packageRolledBack');
  if (statement.expires <= now) throw new Refused('packageExpired');
  // An update needs a copy, which the host looks for itself; only what was vouched for as installable comes without.
  if (given.kind === 'install-package' && !statement.isInstallable)
    throw new Refused('notInstallable', statement.channelTag);
  checkArguments(statement);
  checkOptions(given, statement);
  return statement;
};

/**
 * What an order is about, as the host's own policy names it. A Windows update and a package of the distribution have no
 * statement: Windows checks what Microsoft signed, and apt what the distribution signed.
 */
const channelsOf = ({ kbs, systemPackage }: Order, subject: string | undefined): string[] => {
  if (subject !== undefined) return [subject];
  return systemPackage ? [debTag(systemPackage.name)] : kbs.map((kb) => `kb:${kb}`);
};

/** The time by which a host judges: its own clock, but never earlier than a signed time that it has believed. */
export const orderTime = ({ latest }: Pick<Trust, 'latest'>, clock: number): number => Math.max(clock, latest);

/** Who directs the site, and the sign of life that they signed. How old it may be is not decided here. */
const signOfLife = ({ site, freshness }: Pick<Delivery, 'site' | 'freshness'>, trust: Trust, now: number) => {
  if (trust.root.expires <= now) throw new Refused('rootExpired');
  const director = directorOf(site, trust, now);
  const signers = { keys: new Map([[keyId(director.director), publicKeyOf(director.director)]]), threshold: 1 };
  const { statement: fresh } = readStatement('freshness', freshness, signers);
  if (fresh.site !== trust.site) throw new Refused('otherSite');
  if (fresh.incarnation < trust.incarnation) throw new Refused('rolledBackIncarnation');
  if (fresh.at > now + clockSkew) throw new Refused('fromTheFuture');
  // Never ahead of the time by which it was judged: otherwise a stolen key could push the floor on step by step.
  return { director, signers, fresh, latest: Math.max(trust.latest, Math.min(fresh.at, now)) };
};

/**
 * The floor of a host's time after a delivery, whether or not its order is done. Kept before the order is judged, so
 * that a refused order also proves to a host that so much time has passed.
 */
export const latestAfter = (delivery: Delivery, trust: Trust, clock: number): number => {
  try {
    return signOfLife(delivery, trust, orderTime(trust, clock)).latest;
  } catch (error) {
    if (error instanceof Refused) return trust.latest;
    throw error;
  }
};

/**
 * Whether a host does what it is told. Everything is checked against what the host knew before; what it shall believe
 * afterwards is part of the answer and written down before anything happens.
 */
export const judge = (delivery: Delivery, trust: Trust, policy: LocalPolicy, clock: number): Accepted => {
  const now = orderTime(trust, clock);
  const { director, signers, fresh, latest } = signOfLife(delivery, trust, now);
  if (now - fresh.at > freshFor) throw new Refused('stale');

  const { statement: given } = readStatement('order', delivery.order, signers);
  if (given.site !== trust.site) throw new Refused('otherSite');
  if (given.agent !== trust.agent) throw new Refused('otherAgent');
  if (given.incarnation !== fresh.incarnation) throw new Refused('rolledBackIncarnation');
  // Sequences begin anew with an incarnation: a restored server must not be able to use up numbers it forgot.
  const lastSequence = given.incarnation > trust.incarnation ? 0 : trust.sequence;
  if (given.sequence <= lastSequence) throw new Refused('replayed');
  checkTimes(given, now);
  if ((given.kind === 'windows-update') !== given.kbs.length > 0) throw new Refused('kindMixedUp');
  if ((given.kind === 'upgrade-system-package') !== (given.systemPackage !== undefined))
    throw new Refused('kindMixedUp');
  const isCustom = given.kind === 'custom';
  const custom = isCustom ? judgeCustom(delivery.package, given, trust, { now, mostAhead: clockSkew }) : null;
  const statement = isCustom ? null : packageOf(delivery.package, given, trust, now);
  const vouched = custom
    ? { tag: customTag(custom.config), release: custom.release }
    : statement && { tag: statement.channelTag, release: statement.release };
  if (policy.refusedKinds.includes(given.kind)) throw new Refused('policy', given.kind);
  const refused = channelsOf(given, vouched?.tag).find((channel) => policy.refusedChannels.includes(channel));
  if (refused !== undefined) throw new Refused('policy', refused);

  return {
    order: given,
    package: statement,
    custom,
    trust: {
      ...trust,
      siteVersion: director.version,
      incarnation: given.incarnation,
      sequence: given.sequence,
      releases: vouched ? { ...trust.releases, [vouched.tag]: vouched.release } : trust.releases,
      latest,
    },
  };
};

/** The arguments of the installer, each one whole. An argument whose option was not given is left out. */
export const argumentsFor = ({
  order: { kind, options },
  package: statement,
}: Pick<Accepted, 'order' | 'package'>): string[] => {
  const template = (kind === 'remove-package' ? statement?.removeArguments : statement?.installArguments) ?? [];
  // Only what the package has an option for: how to deal with people at the host is no text for an installer.
  const isGiven = (argument: string): boolean =>
    [...argument.matchAll(placeholder)].every(
      ([, name = '']) => Object.hasOwn(statement?.options ?? {}, name) && Object.hasOwn(options, name),
    );
  return template
    .filter(isGiven)
    .map((argument) => argument.replaceAll(placeholder, (_, name: string) => options[name] ?? ''));
};
