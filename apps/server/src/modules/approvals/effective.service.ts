import { type Policy, policyOf, resolve, type Resolution } from '@patchkeep/rules/approvals/resolve';
import type { Context } from '../../platform/context.ts';
import { loadMembers } from '../results/public.ts';
import { type Case, casesOf } from './cases.service.ts';
import type { Decisions, StoredDecision } from './decisions.service.ts';
import type { Places } from './places.service.ts';
import { loadStandpoints } from './standpoints.service.ts';
import { type Subject, subjectsOf } from './subjects.service.ts';

export type StoredResolution = Resolution<StoredDecision>;

/** Hosts of one site with the same versions of one application, for whom the same was decided in each of the policies. */
export interface Alike {
  combination: number;
  hostNos: readonly number[];
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

const walkCase = (
  each: Case,
  policies: readonly Policy<StoredDecision>[],
  standpoints: ReturnType<Awaited<ReturnType<typeof loadStandpoints>>>,
): Alike[] => {
  const { hostNos, combinationOf, combinations } = each.holders;
  const found = new Map<number, { combination: number; standpoint: number; hostNos: number[] }>();
  for (const hostNo of hostNos) {
    const standpoint = standpoints.of(hostNo);
    const combination = combinationOf[hostNo] ?? 0;
    const key = standpoint * combinations.length + combination;
    const known = found.get(key);
    if (known) known.hostNos.push(hostNo);
    else found.set(key, { combination, standpoint, hostNos: [hostNo] });
  }
  const resolved = new Map<number, StoredResolution[]>();
  return [...found.values()].map(({ combination, standpoint, hostNos: own }) => {
    const place = standpoints.places[standpoint];
    const known = resolved.get(standpoint);
    const resolutions = known ?? (place ? policies.map((policy) => resolve(policy, place)) : []);
    resolved.set(standpoint, resolutions);
    return { combination, hostNos: own, resolutions };
  });
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
  const deciding = new Set(
    sets.flatMap((set) =>
      set.all.flatMap((each) => (each.level === 'tag' && each.mode !== 'inherit' ? each.scopeId : [])),
    ),
  );
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
