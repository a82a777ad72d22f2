import { type Decision, type Policy, policyOf, resolve, type Resolution } from '@patchkeep/rules/approvals/resolve';
import type { Standpoints } from '@patchkeep/rules/approvals/standpoints';
import type { Machine } from '@patchkeep/rules/approvals/supply';
import type { Context } from '../../platform/context.ts';
import { loadMembers } from '../results/public.ts';
import { type Case, casesOf } from './cases.service.ts';
import type { Decisions } from './decisions.service.ts';
import { selectSiteWords, type SiteWord } from './host-updates.queries.ts';
import { hostDecision } from './host-updates.rules.ts';
import { loadMachines, type Machines } from './machines.service.ts';
import type { Places } from './places.service.ts';
import { loadStandpoints } from './standpoints.service.ts';
import { kbOf, type Subject, subjectsOf } from './subjects.service.ts';

/**
 * Hosts of one site and of one kind with the same versions of one application, for whom the same was decided in each of
 * the policies.
 */
export interface Alike {
  combination: number;
  machine: Machine;
  hostNos: Int32Array;
  resolutions: readonly Resolution[];
}

export interface Walked {
  case: Case;
  siteId: string;
  alike: readonly Alike[];
}

/** All that bears on a subject, gone places left out. `words` are an administrator's for single hosts. */
const policyAbout = (subject: Subject, decisions: Decisions, places: Places, words: readonly SiteWord[]): Policy => {
  const keys = subjectsOf(subject);
  const said = keys
    .flatMap((key) => decisions.about(subject.kind, key))
    .filter((decision) => places.byScope.has(decision.scopeId));
  return policyOf<Decision>([...words.map(hostDecision), ...said], keys, subject.compare);
};

const decidingPlaces = (policies: readonly Policy[]): Set<string> =>
  new Set(policies.flatMap(({ at }) => [...at.group.keys(), ...at.tag.keys()]));

/** Above so many possible kinds of hosts a map finds them, below it an array does, which is several times faster. */
const mostCells = 1_000_000;

/** Gives every host the number of its kind, kinds counted from zero in the order they are met. */
const kindsOf = (
  { hostNos, combinationOf, combinations }: Case['holders'],
  standpoints: Standpoints,
  machines: Machines,
) => {
  const machineCount = machines.kinds.length;
  const cells = standpoints.places.length * machineCount * combinations.length;
  const dense = cells <= mostCells ? new Int32Array(cells) : undefined;
  const sparse = new Map<number, number>();
  const kinds: { key: number; count: number }[] = [];
  const kindOf = new Int32Array(hostNos.length);
  for (let i = 0; i < hostNos.length; i++) {
    const hostNo = hostNos[i] ?? 0;
    const standing = standpoints.of(hostNo) * machineCount + machines.of(hostNo);
    const key = standing * combinations.length + (combinationOf[hostNo] ?? 0);
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

const walkCase = (each: Case, policies: readonly Policy[], standpoints: Standpoints, machines: Machines): Alike[] => {
  const { hostNos, combinations } = each.holders;
  const { kinds, kindOf } = kindsOf(each.holders, standpoints, machines);
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
  const resolved = new Map<number, Resolution[]>();
  return kinds.flatMap(({ key }, kind): Alike[] => {
    const standing = Math.floor(key / combinations.length);
    const standpoint = Math.floor(standing / machines.kinds.length);
    const machine = machines.kinds[standing % machines.kinds.length];
    const place = standpoints.places[standpoint];
    const resolutions = resolved.get(standpoint) ?? (place ? policies.map((policy) => resolve(policy, place)) : []);
    resolved.set(standpoint, resolutions);
    const own = sorted.subarray(starts[kind], ends[kind]);
    return machine ? [{ combination: key % combinations.length, machine, hostNos: own, resolutions }] : [];
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

/** What administrators said about Windows updates on single hosts of a site: it stands before every level. */
const loadWords = async (context: Context, siteId: string, subjects: readonly Subject[]) => {
  const isAsked = subjects.some(({ kind }) => kind === 'wua');
  const all = isAsked ? await selectSiteWords(context.tx, context.principal.customerId, siteId) : [];
  const words = Map.groupBy(all, (word) => word.kb);
  return ({ kind, subject }: Subject): readonly SiteWord[] => (kind === 'wua' ? (words.get(kbOf(subject)) ?? []) : []);
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
    const machines = await loadMachines(there);
    const wordsOn = await loadWords(there, siteId, subjects);
    for await (const each of casesOf(there, siteId, subjects, members, all)) {
      const words = wordsOn(each.subject);
      const policies = sets.map((set) => policyAbout(each.subject, set, places, words));
      const ownWords = new Map(words.map((word) => [word.host_no, word.host_id]));
      const standpoints = standpointsOf(decidingPlaces(policies), ownWords);
      yield { case: each, siteId, alike: walkCase(each, policies, standpoints, machines) };
    }
  }
}
