import type { BuildEvidence, BuildState, WantedPackages } from '@patchkeep/contract/packager';
import { type Hold, type HoldName, isJudgement, whatToDo } from '../evidence/holds.ts';
import type { Told } from '../prepare/prepare.ts';
import { buildIdOf, hashOf, type KeptBuild } from './build-store.ts';
import type { NotOffered } from './plans.ts';

const minute = 60_000;
/** So long what may pass by itself is left alone before the file is fetched and looked at again. */
const retryMs = 360 * minute;
/**
 * Newer signatures of the scanner, or newer manifests of the verifier, change these. What else holds a package waits for
 * a person or another manifest.
 */
const passingHolds: ReadonlySet<HoldName> = new Set(['infected', 'notScanned', 'scannerStale', 'verifierDisagrees']);
const mostSays = 2_000;

const isoAt = (time: number): string => new Date(time).toISOString();

export const newBuild = (
  { channelTag, version, variant, fits }: Pick<KeptBuild, 'channelTag' | 'version' | 'variant' | 'fits'>,
  planHash: string,
  now: number,
): KeptBuild => ({
  build: buildIdOf(channelTag, version, variant),
  channelTag,
  version,
  variant,
  fits,
  state: 'waiting',
  percent: null,
  holds: [],
  evidence: null,
  since: isoAt(now),
  retryAt: null,
  statementHash: null,
  planHash,
  tries: 0,
  expires: null,
});

/** What the packager says of copies that get no package: all of a version's, or those of one variant. */
export const notOffered = (
  { channelTag, version }: { channelTag: string; version: string },
  { copies, says }: NotOffered,
  now: number,
): KeptBuild => {
  const fits = copies && { ...copies, architectures: copies.architecture === null ? null : [copies.architecture] };
  const variant = copies && `${copies.architecture ?? 'any'} ${copies.scope} ${copies.family}`;
  return {
    ...newBuild({ channelTag, version, variant, fits }, hashOf(says), now),
    state: 'notOffered',
    holds: [{ name: 'notOffered', says: says.slice(0, mostSays), advice: '', isLiftable: false }],
  };
};

export const inState = (build: KeptBuild, state: BuildState, now: number): KeptBuild => ({
  ...build,
  state,
  percent: null,
  since: isoAt(now),
  retryAt: null,
});

export const isDue = ({ state, retryAt }: KeptBuild, now: number): boolean =>
  state === 'waiting' || (retryAt !== null && Date.parse(retryAt) <= now);

/** It is prepared, and somebody else is asked to vouch for it too. */
export const isAwaiting = ({ state }: Pick<KeptBuild, 'state'>): boolean =>
  state === 'awaitsVerifier' || state === 'awaitsPerson';

/** A person has lifted everything that holds it. */
export const isLifted = ({ build, state, holds }: KeptBuild, lifted: WantedPackages['lifted']): boolean => {
  const names = new Set(lifted.filter((lift) => lift.build === build).map(({ hold }) => hold));
  return state === 'held' && holds.every(({ name }) => isJudgement(name) && names.has(name));
};

const scanText = ({ scan }: Told): string => {
  if (scan.state === 'notScanned') return scan.why;
  return scan.state === 'infected' ? `${scan.found} (${scan.scanner})` : scan.scanner;
};

export const evidenceOf = (told: Told): BuildEvidence => ({
  address: told.fetched.address,
  sha256: told.fetched.sha256,
  bytes: told.fetched.bytes,
  signature: told.signature.state,
  publisher: told.signature.state === 'signed' ? told.signature.by : null,
  scan: told.scan.state,
  scanSays: scanText(told),
  product: told.facts.product,
  company: told.facts.company,
  versions: told.facts.versions.slice(0, 20),
  installArguments: [...told.installArguments],
  lifted: told.lifted,
  reason: told.reason,
  ...(told.provider !== undefined && { provider: told.provider }),
});

/** The state that goes with what keeps a package; held, unless it passes by itself. */
const stateOf = (names: readonly HoldName[]): BuildState => {
  if (names.includes('movedOn')) return 'movedOn';
  if (names.includes('awaitsVerifier')) return 'awaitsVerifier';
  return names.includes('vendorDown') || names.includes('packagerFailed') ? 'vendorDown' : 'held';
};

/** 5 minutes at first, twice as long each time, 6 hours at most. */
const retryAfter = (tries: number): number => Math.min(5 * 2 ** Math.min(tries, 10), 360) * minute;

const isTriedSoon = (state: BuildState): boolean => state === 'vendorDown' || state === 'awaitsVerifier';

/** When a build that is kept back is tried again; null: not by itself. */
const waitOf = (state: BuildState, holds: readonly Hold[], tries: number): number | null => {
  if (isTriedSoon(state)) return retryAfter(tries);
  return state === 'movedOn' || holds.every(({ name }) => passingHolds.has(name)) ? retryMs : null;
};

const toldHold = ({ name, says }: Hold, isLiftable: boolean): KeptBuild['holds'][number] => ({
  name,
  says: says.slice(0, mostSays),
  advice: whatToDo(name),
  isLiftable,
});

/** A version that must not be given to anybody any more. */
export const withdrawnBuild = (
  wanted: { channelTag: string; version: string },
  says: string,
  now: number,
): KeptBuild => ({
  ...notOffered(wanted, { copies: null, says }, now),
  state: 'held',
  holds: [toldHold({ name: 'withdrawn', says }, isJudgement('withdrawn'))],
});

/** A build that is prepared and waits for somebody else to vouch for it too. */
export const awaiting = (
  build: KeptBuild,
  state: 'awaitsVerifier' | 'awaitsPerson',
  { says, retryAt, now }: { says: string; retryAt: number; now: number },
): KeptBuild => ({
  ...inState(build, state, now),
  // How long it has waited on the whole, however often somebody was asked.
  ...(build.state === state && { since: build.since }),
  holds: [toldHold({ name: state, says }, false)],
  retryAt: isoAt(retryAt),
});

/** The same build where judgements are lifted on the machine of the packager, and the server has no say. */
export const withoutLifts = (build: KeptBuild): KeptBuild => ({
  ...build,
  holds: build.holds.map((hold) => (hold.isLiftable ? { ...hold, isLiftable: false, isLiftedThere: true } : hold)),
});

/** A build that something keeps back, with when it is tried again. */
export const keptBack = (build: KeptBuild, holds: readonly Hold[], told: Told | null, now: number): KeptBuild => {
  const state = stateOf(holds.map(({ name }) => name));
  const wait = waitOf(state, holds, build.tries);
  return {
    ...inState(build, state, now),
    evidence: told && evidenceOf(told),
    holds: holds.map((hold) => toldHold(hold, isJudgement(hold.name))),
    tries: isTriedSoon(state) ? build.tries + 1 : 0,
    retryAt: wait === null ? null : isoAt(now + wait),
  };
};
