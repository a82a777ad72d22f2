import { type Policy, policyOf, resolve, type Resolution } from '@patchkeep/rules/approvals/resolve';
import type { Context } from '../../platform/context.ts';
import { loadMembers } from '../results/public.ts';
import { type Case, casesOf } from './cases.service.ts';
import type { Decisions, StoredDecision } from './decisions.service.ts';
import type { Places } from './places.service.ts';
import { loadStandpoints, type Standpoints } from './standpoints.service.ts';
import { type Subject, subjectsOf } from './subjects.service.ts';

export type StoredResolution = Resolution<StoredDecision>;

/** Hosts of one site with the same versions of one application, for whom the same was decided in each of the policies. */
export interface Alike {
  combination: number;
  hostNos: Int32Array;
  resolutions: readonly StoredResolution[];
}

export interface Walked {
  case: Case;
  siteId: string;
  alike: readonly Alike[];
}

/** All that bears on a subject, gone places left out. */
const policyAbout = (subject: Subject, decisions: Decisions, places: Places): Policy<StoredDecision> => {
  const keys = subjectsOf(subject);
  const all = keys.flatMap((key) => decisions.about(subject.kind, key));
  return policyOf(
    all.filter((decision) => places.byScope.has(decision.scopeId)),
    keys,
    subject.compare,
  );
};

const decidingPlaces = (policies: readonly Policy[]): Set<string> =>
  new Set(policies.flatMap(({ at }) => [...at.group.keys(), ...at.tag.keys()]));

/** Above so many possible kinds of hosts a map finds them, below it an array does, which is several times faster. */
const mostCells = 1_000_000;

/** Gives every host the number of its kind, kinds counted from zero in the order they are met. */
const kindsOf = ({ hostNos, combinationOf, combinations }: Case['holders'], standpoints: Standpoints) => {
  const cells = standpoints.places.length * combinations.length;
  const dense = cells <= mostCells ? new Int32Array(cells) : undefined;
  const sparse = new Map<number, number>();
  const kinds: { key: number; count: number }[] = [];
  const kindOf = new Int32Array(hostNos.length);
  for (let i = 0; i < hostNos.length; i++) {
    const hostNo = hostNos[i] ?? 0;
    const key = standpoints.of(hostNo) * combinations.length + (combinationOf[hostNo] ?? 0);
    let kind = (dense ? (dense[key] ?? 0) : (sparse.get(key) ?? 0)) - 1;
    if (kind < 0) {
      kind = kinds.push({ key, count: 0 }) - 1;
      if (dense) dense[key] = kind + 1;
      else sparse.set(key, kind + 1);
    }
    const met = kinds[kind];
    if (met) met.count += 1;
    kindOf[i] = kind;
  }
  return { kinds, kindOf };
};

const walkCase = (each: Case, policies: readonly Policy<StoredDecision>[], standpoints: Standpoints): Alike[] => {
  const { hostNos, combinations } = each.holders;
  const { kinds, kindOf } = kindsOf(each.holders, standpoints);
  // Hosts by kind in one array: a list of its own for each was most of the time of a preview of everything.
  const sorted = new Int32Array(hostNos.length);
  const ends = new Int32Array(kinds.length);
  for (let kind = 1; kind < kinds.length; kind++) ends[kind] = (ends[kind - 1] ?? 0) + (kinds[kind - 1]?.count ?? 0);
  const starts = ends.slice();
  for (let i = 0; i < hostNos.length; i++) {
    const kind = kindOf[i] ?? 0;
    const at = ends[kind] ?? 0;
    sorted[at] = hostNos[i] ?? 0;
    ends[kind] = at + 1;
  }
  const resolved = new Map<number, StoredResolution[]>();
  return kinds.map(({ key }, kind) => {
    const standpoint = Math.floor(key / combinations.length);
    const place = standpoints.places[standpoint];
    const resolutions = resolved.get(standpoint) ?? (place ? policies.map((policy) => resolve(policy, place)) : []);
    resolved.set(standpoint, resolutions);
    return { combination: key % combinations.length, hostNos: sorted.subarray(starts[kind], ends[kind]), resolutions };
  });
};

/**
 * The tags that have a say in these subjects: who carries the others need not be read, and at a hundred thousand hosts
 * that is most of the work. Behind a classification stand updates that are not among the subjects.
 */
const decidingTags = (subjects: readonly Subject[], decisions: Decisions): string[] => {
  const channels = subjects.filter(({ kind }) => kind === 'app');
  const bearing = channels.flatMap(({ subject }) => decisions.about('app', subject));
  if (channels.length < subjects.length) bearing.push(...decisions.all.filter(({ kind }) => kind === 'wua'));
  return bearing.flatMap(({ level, mode, scopeId }) => (level === 'tag' && mode !== 'inherit' ? scopeId : []));
};

/**
 * Who decides what for every host that has these subjects, under each of several sets of decisions: resolved once for
 * hosts that stand alike. Nothing is written, and nothing is kept per host.
 */
export async function* walk(
  context: Context,
  places: Places,
  subjects: readonly Subject[],
  sets: readonly Decisions[],
  all: ReadonlyMap<string, Subject>,
): AsyncGenerator<Walked> {
  const deciding = new Set(sets.flatMap((set) => decidingTags(subjects, set)));
  for (const siteId of places.siteIds) {
    const there = { ...context, principal: { ...context.principal, siteId } };
    const members = await loadMembers(there);
    const tagIds = new Set([...deciding].filter((tagId) => places.byScope.get(tagId)?.siteId === siteId));
    const standpointsOf = await loadStandpoints(there, siteId, members, places, tagIds);
    for await (const each of casesOf(there, siteId, subjects, members, all)) {
      const policies = sets.map((set) => policyAbout(each.subject, set, places));
      yield { case: each, siteId, alike: walkCase(each, policies, standpointsOf(decidingPlaces(policies))) };
    }
  }
}
