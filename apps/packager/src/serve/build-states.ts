import type { BuildEvidence, BuildState, WantedPackages } from '@patchkeep/contract/packager';
import { type Hold, type HoldName, isJudgement, whatToDo } from '../evidence/holds.ts';
import type { Told } from '../prepare/prepare.ts';
import { buildIdOf, hashOf, type KeptBuild } from './build-store.ts';

const minute = 60_000;
/** So long what may pass by itself is left alone before the file is fetched and looked at again. */
const retryMs = 360 * minute;
/** Newer signatures of the scanner change these. What else holds a package waits for a person or another manifest. */
const scannerHolds: ReadonlySet<HoldName> = new Set(['infected', 'notScanned', 'scannerStale']);
const mostSays = 2_000;

const isoAt = (time: number): string => new Date(time).toISOString();

export const newBuild = (
  { channelTag, version, variant }: Pick<KeptBuild, 'channelTag' | 'version' | 'variant'>,
  planHash: string,
  now: number,
): KeptBuild => ({
  build: buildIdOf(channelTag, version, variant),
  channelTag,
  version,
  variant,
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

export const notOffered = (wanted: { channelTag: string; version: string }, says: string, now: number): KeptBuild => ({
  ...newBuild({ ...wanted, variant: null }, hashOf(says), now),
  state: 'notOffered',
  holds: [{ name: 'notOffered', says: says.slice(0, mostSays), advice: '', isLiftable: false }],
});

/** A version that must not be given to anybody any more. */
export const withdrawnBuild = (
  wanted: { channelTag: string; version: string },
  says: string,
  now: number,
): KeptBuild => ({
  ...notOffered(wanted, says, now),
  state: 'held',
  holds: [
    {
      name: 'withdrawn',
      says: says.slice(0, mostSays),
      advice: whatToDo('withdrawn'),
      isLiftable: isJudgement('withdrawn'),
    },
  ],
});

export const inState = (build: KeptBuild, state: BuildState, now: number): KeptBuild => ({
  ...build,
  state,
  percent: null,
  since: isoAt(now),
  retryAt: null,
});

export const isDue = ({ state, retryAt }: KeptBuild, now: number): boolean =>
  state === 'waiting' || (retryAt !== null && Date.parse(retryAt) <= now);

/** A person has lifted everything that holds it. */
export const isLifted = ({ build, state, holds }: KeptBuild, lifted: WantedPackages['lifted']): boolean => {
  const names = new Set(lifted.filter((lift) => lift.build === build).map(({ hold }) => hold));
  return state === 'held' && holds.every(({ name, isLiftable }) => isLiftable && names.has(name));
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
  return names.includes('vendorDown') || names.includes('packagerFailed') ? 'vendorDown' : 'held';
};

/** 5 minutes at first, twice as long each time, 6 hours at most. */
const retryAfter = (tries: number): number => Math.min(5 * 2 ** Math.min(tries, 10), 360) * minute;

/** When a build that is kept back is tried again; null: not by itself. */
const waitOf = (state: BuildState, holds: readonly Hold[], tries: number): number | null => {
  if (state === 'vendorDown') return retryAfter(tries);
  return state === 'movedOn' || holds.every(({ name }) => scannerHolds.has(name)) ? retryMs : null;
};

/** A build that something keeps back, with when it is tried again. */
export const keptBack = (build: KeptBuild, holds: readonly Hold[], told: Told | null, now: number): KeptBuild => {
  const state = stateOf(holds.map(({ name }) => name));
  const wait = waitOf(state, holds, build.tries);
  return {
    ...inState(build, state, now),
    evidence: told && evidenceOf(told),
    holds: holds.map(({ name, says }) => ({
      name,
      says: says.slice(0, mostSays),
      advice: whatToDo(name),
      isLiftable: isJudgement(name),
    })),
    tries: state === 'vendorDown' ? build.tries + 1 : 0,
    retryAt: wait === null ? null : isoAt(now + wait),
  };
};
