import type { ApprovalLevel, DecisionMode } from '@patchkeep/contract/approval-fields';

/** The level of a scope that can decide; `host` is an override for one update on one host. */
export type DecidingLevel = ApprovalLevel | 'host';

/** The stored decision about one subject at one scope. */
export interface Decision {
  level: DecidingLevel;
  /** The id of the scope; the customer's for the system. */
  scopeId: string;
  subject: string;
  mode: DecisionMode;
  /** The approved version; null unless an application is approved. */
  version: string | null;
  /** Following the newest version waits until it is this many days old. */
  delayDays: number;
  decidedBy: string | null;
  decidedAt: Date | null;
}

/** The scopes that a host belongs to. */
export interface HostScopes {
  hostId?: string;
  siteId: string;
  /** From the host's own group up to the top; empty without a group. */
  groupChain: readonly string[];
  tagIds: readonly string[];
}

/** How two versions of the subject compare; undefined when one cannot be read. */
export type CompareTwo = (a: string, b: string) => number | undefined;

/** Everything decided about one subject, ready to be asked for many hosts. */
export interface Policy<D extends Decision = Decision> {
  /** Nearest first: the update itself, then its classification. An application has one. */
  subjects: readonly string[];
  compare: CompareTwo;
  at: Record<DecidingLevel, ReadonlyMap<string, readonly D[]>>;
}

/** Decisions about other subjects and those that leave it to others are passed over. */
export const policyOf = <D extends Decision>(
  decisions: Iterable<D>,
  subjects: readonly string[],
  compare: CompareTwo,
): Policy<D> => {
  const at = {
    host: new Map<string, D[]>(),
    group: new Map<string, D[]>(),
    tag: new Map<string, D[]>(),
    site: new Map<string, D[]>(),
    system: new Map<string, D[]>(),
  };
  const order = (decision: D): number => subjects.indexOf(decision.subject);
  for (const decision of decisions) {
    if (decision.mode === 'inherit' || order(decision) < 0) continue;
    const here = at[decision.level].get(decision.scopeId);
    if (here === undefined) at[decision.level].set(decision.scopeId, [decision]);
    else here.push(decision);
  }
  for (const scopes of Object.values(at)) for (const here of scopes.values()) here.sort((a, b) => order(a) - order(b));
  return { subjects, compare, at };
};

/** Why a decision does not count for a host. */
export type LostTo =
  /** At the same scope the update itself is decided, so its classification is not asked. */
  | 'ownUpdate'
  /** A group nearer to the host speaks for the groups. */
  | 'nearerGroup'
  /** On one level the more restrictive wins. */
  | 'stricter'
  /** Two approved versions: the lower one is the more restrictive. */
  | 'lowerVersion'
  /** Two that follow the newest version: the one that waits longer is the more restrictive. */
  | 'longerDelay'
  /** Both say the same; the group is named before tags, and one tag before the next. */
  | 'same'
  /** Another level is nearer to the host. */
  | 'nearerLevel';

export interface Loser<D extends Decision = Decision> {
  decision: D;
  lostTo: LostTo;
  beatenBy: D;
}

export interface Resolution<D extends Decision = Decision> {
  /** Whose word counts; null when nobody said anything. */
  winner: D | null;
  /** Nearest to the host first. */
  losers: Loser<D>[];
}

const strictness: Record<DecisionMode, number> = { blocked: 3, manual: 2, auto: 1, inherit: 0 };

/** What makes `one` more restrictive than `other`, or undefined when it is not. */
const stricterBy = (one: Decision, other: Decision, compare: CompareTwo): LostTo | undefined => {
  if (one.mode !== other.mode) return strictness[one.mode] > strictness[other.mode] ? 'stricter' : undefined;
  if (one.mode === 'auto') return one.delayDays > other.delayDays ? 'longerDelay' : undefined;
  if (one.mode !== 'manual' || one.version === null || other.version === null) return undefined;
  return (compare(one.version, other.version) ?? 0) < 0 ? 'lowerVersion' : undefined;
};

const strictest = <D extends Decision>(candidates: readonly D[], compare: CompareTwo): D | null => {
  let best: D | null = null;
  for (const next of candidates) if (best === null || stricterBy(next, best, compare) !== undefined) best = next;
  return best;
};

const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The first decision of each of these scopes that has one. */
const firstDecisions = <D extends Decision>(said: ReadonlyMap<string, readonly D[]>, ids: readonly string[]): D[] => {
  const found: D[] = [];
  if (said.size === 0) return found;
  for (const id of ids) {
    const first = said.get(id)?.[0];
    if (first !== undefined) found.push(first);
  }
  return found;
};

/** The groups and tags of a host that decide; of the groups only the nearest may win. */
const localOf = <D extends Decision>({ at }: Policy<D>, { groupChain, tagIds }: HostScopes) => {
  const groups = firstDecisions(at.group, groupChain);
  const tags = firstDecisions(at.tag, tagIds).toSorted((a, b) => byId(a.scopeId, b.scopeId));
  return { groups, tags, candidates: [...groups.slice(0, 1), ...tags] };
};

/** Why one that might have won for groups and tags did not: to another of them, or with all of them to the host's own word. */
const beaten = <D extends Decision>(decision: D, localWinner: D | null, winner: D, compare: CompareTwo): [LostTo, D] =>
  localWinner === null || decision === localWinner
    ? ['nearerLevel', winner]
    : [stricterBy(localWinner, decision, compare) ?? 'same', localWinner];

/**
 * Finds the decision that wins for a host: its override; else the most restrictive of its nearest deciding group and all
 * its tags; else that of the site; else that of the system; else none.
 */
export const resolve = <D extends Decision>(policy: Policy<D>, hostScopes: HostScopes): Resolution<D> => {
  const { at, compare } = policy;
  const ofHost = hostScopes.hostId === undefined ? undefined : at.host.get(hostScopes.hostId)?.[0];
  const local = localOf(policy, hostScopes);
  const localWinner = strictest(local.candidates, compare);
  const ofSite = at.site.get(hostScopes.siteId);
  // One policy is one customer's, and a customer has one system.
  const ofSystem = at.system.values().next().value;
  const winner = ofHost ?? localWinner ?? ofSite?.[0] ?? ofSystem?.[0] ?? null;
  if (winner === null) return { winner, losers: [] };

  const losers: Loser<D>[] = [];
  /** Records the losing decisions of one scope: its decision about the classification loses to that about the update. */
  const hear = (here: readonly D[] | undefined, lostTo: LostTo, beatenBy: D) => {
    const [first, ...others] = here ?? [];
    if (first === undefined) return;
    if (first !== winner) losers.push({ decision: first, lostTo, beatenBy });
    for (const decision of others) losers.push({ decision, lostTo: 'ownUpdate', beatenBy: first });
  };
  if (hostScopes.hostId !== undefined) hear(at.host.get(hostScopes.hostId), 'nearerLevel', winner);
  const nearestGroup = local.groups[0];
  for (const group of local.groups) {
    const here = at.group.get(group.scopeId);
    if (nearestGroup !== undefined && group !== nearestGroup) hear(here, 'nearerGroup', nearestGroup);
    else hear(here, ...beaten(group, localWinner, winner, compare));
  }
  for (const tag of local.tags) hear(at.tag.get(tag.scopeId), ...beaten(tag, localWinner, winner, compare));
  hear(ofSite, 'nearerLevel', winner);
  hear(ofSystem, 'nearerLevel', winner);
  return { winner, losers };
};

/** What would hold at a scope if nothing were decided there; `above` are the groups over a group, nearest first. */
export const inheritedBy = <D extends Decision>(
  policy: Policy<D>,
  level: ApprovalLevel,
  siteId: string,
  above: readonly string[] = [],
): D | null => {
  const higher: Policy<D> = level === 'site' ? { ...policy, at: { ...policy.at, site: new Map() } } : policy;
  return level === 'system' ? null : resolve(higher, { siteId, groupChain: above, tagIds: [] }).winner;
};

/**
 * The tag whose custom settings an update uses, because only tags have any: the winner when it has some, else the first
 * tag that says the same. `hasSettings` tells which decisions carry settings that are switched on.
 */
export const settingsBearer = <D extends Decision>(
  { winner, losers }: Resolution<D>,
  hasSettings: (decision: D) => boolean,
): D | null => {
  if (winner === null || winner.mode === 'blocked') return null;
  const agreeing = losers.filter(({ lostTo, beatenBy }) => lostTo === 'same' && beatenBy === winner);
  const bearers = [winner, ...agreeing.map(({ decision }) => decision)];
  return bearers.find((decision) => decision.level === 'tag' && hasSettings(decision)) ?? null;
};
