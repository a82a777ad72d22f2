import type { HostCohorts } from '@patchkeep/rules/approvals/host-cohorts';
import { type Decision, type Policy, policyOf, resolve, type Resolution } from '@patchkeep/rules/approvals/resolve';
import { kbOfKey } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import { loadMembers } from '../../results/public.ts';
import type { Decisions } from '../policy/decisions.service.ts';
import { selectSiteOverrides, type SiteOverride } from '../policy/host-updates.queries.ts';
import { hostDecision } from '../policy/host-updates.rules.ts';
import type { Scopes } from '../policy/scopes.service.ts';
import { type Subject, subjectsOf } from '../policy/subjects.service.ts';
import { loadHostCohorts } from './host-cohorts.service.ts';
import { loadMachines, type Machines } from './machines.service.ts';
import { type SubjectHolders, subjectHoldersOf, type HostKind } from './subject-holders.service.ts';

/**
 * Hosts of one site with the same machine, the same installed versions of one subject and the same deciding scopes. Each
 * policy gives them one resolution.
 */
export interface ResolvedCohort extends HostKind {
  hostNos: Int32Array;
  resolutions: readonly Resolution[];
}

/** One subject at one site, with all cohorts of hosts that have or need it. */
export interface ResolvedSubject {
  subjectHolders: SubjectHolders;
  siteId: string;
  cohorts: readonly ResolvedCohort[];
}

/** The decisions about a subject, without those of deleted scopes, and the overrides of single hosts. */
const policyAbout = (
  subject: Subject,
  decisions: Decisions,
  scopes: Scopes,
  overrides: readonly SiteOverride[],
): Policy => {
  const keys = subjectsOf(subject);
  const said = keys
    .flatMap((key) => decisions.about(subject.kind, key))
    .filter((decision) => scopes.byScope.has(decision.scopeId));
  return policyOf<Decision>([...overrides.map(hostDecision), ...said], keys, subject.compare);
};

const decidingScopes = (policies: readonly Policy[]): Set<string> =>
  new Set(policies.flatMap(({ at }) => [...at.group.keys(), ...at.tag.keys()]));

/** Up to this many possible kinds an array finds a kind, several times faster than the map used above it. */
const mostCells = 1_000_000;

/** Numbers the kinds of hosts from zero, in the order they are met, and gives every host the number of its kind. */
const kindsOf = (
  { hostNos, combinationOf, combinations }: SubjectHolders['holders'],
  hostCohorts: HostCohorts,
  machines: Machines,
) => {
  const machineCount = machines.kinds.length;
  const cells = hostCohorts.scopes.length * machineCount * combinations.length;
  const dense = cells <= mostCells ? new Int32Array(cells) : undefined;
  const sparse = new Map<number, number>();
  const kinds: { key: number; count: number }[] = [];
  const kindOf = new Int32Array(hostNos.length);
  for (let i = 0; i < hostNos.length; i++) {
    const hostNo = hostNos[i] ?? 0;
    const standing = hostCohorts.of(hostNo) * machineCount + machines.of(hostNo);
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

/** Hosts where work failed apart from those where it did not; those that failed alike together. */
const partFailed = ({ failures }: SubjectHolders, cohorts: readonly ResolvedCohort[]): readonly ResolvedCohort[] => {
  if (failures.size === 0) return cohorts;
  return cohorts.flatMap((each) => {
    const failed = [...each.hostNos].filter((hostNo) => failures.has(hostNo));
    if (failed.length === 0) return [each];
    const parts = [...Map.groupBy(failed, (hostNo) => JSON.stringify(failures.get(hostNo))).values()].map(
      (hostNos) => ({ ...each, hostNos: Int32Array.from(hostNos), failures: failures.get(hostNos[0] ?? 0) }),
    );
    const others = each.hostNos.filter((hostNo) => !failures.has(hostNo));
    return others.length === 0 ? parts : [{ ...each, hostNos: others }, ...parts];
  });
};

/** Groups the hosts of a subject into cohorts and resolves each policy once per cohort. */
const cohortsOfSubject = (
  each: SubjectHolders,
  policies: readonly Policy[],
  hostCohorts: HostCohorts,
  machines: Machines,
): ResolvedCohort[] => {
  const { hostNos, combinations } = each.holders;
  const { kinds, kindOf } = kindsOf(each.holders, hostCohorts, machines);
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
  return kinds.flatMap(({ key }, kind): ResolvedCohort[] => {
    const standing = Math.floor(key / combinations.length);
    const cohort = Math.floor(standing / machines.kinds.length);
    const machine = machines.kinds[standing % machines.kinds.length];
    const hostScopes = hostCohorts.scopes[cohort];
    const resolutions =
      resolved.get(cohort) ?? (hostScopes ? policies.map((policy) => resolve(policy, hostScopes)) : []);
    resolved.set(cohort, resolutions);
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

/** The overrides of Windows updates on single hosts of a site. An override wins over every level. */
const loadOverrides = async (context: Context, siteId: string, subjects: readonly Subject[]) => {
  const isAsked = subjects.some(({ kind }) => kind === 'wua');
  const all = isAsked ? await selectSiteOverrides(context.tx, context.principal.customerId, siteId) : [];
  const overrides = Map.groupBy(all, (override) => override.kb);
  return ({ kind, subject }: Subject): readonly SiteOverride[] =>
    kind === 'wua' ? (overrides.get(kbOfKey(subject)) ?? []) : [];
};

/**
 * Resolves several sets of decisions for all hosts that have or need these subjects, once per cohort of hosts instead of
 * once per host. It writes nothing and stores nothing per host.
 */
export async function* resolveCohorts(
  context: Context,
  scopes: Scopes,
  subjects: readonly Subject[],
  sets: readonly Decisions[],
  all: ReadonlyMap<string, Subject>,
): AsyncGenerator<ResolvedSubject> {
  const deciding = new Set(sets.flatMap((set) => decidingTags(subjects, set)));
  for (const siteId of scopes.siteIds) {
    const there = { ...context, principal: { ...context.principal, siteId } };
    const members = await loadMembers(there);
    const tagIds = new Set([...deciding].filter((tagId) => scopes.byScope.get(tagId)?.siteId === siteId));
    const hostCohortsOf = await loadHostCohorts(there, siteId, members, scopes, tagIds);
    const machines = await loadMachines(there);
    const overridesOn = await loadOverrides(there, siteId, subjects);
    for await (const each of subjectHoldersOf(there, siteId, subjects, members, all)) {
      const overrides = overridesOn(each.subject);
      const policies = sets.map((set) => policyAbout(each.subject, set, scopes, overrides));
      const overriddenHosts = new Map(overrides.map((override) => [override.host_no, override.host_id]));
      const hostCohorts = hostCohortsOf(decidingScopes(policies), overriddenHosts);
      yield {
        subjectHolders: each,
        siteId,
        cohorts: partFailed(each, cohortsOfSubject(each, policies, hostCohorts, machines)),
      };
    }
  }
}
