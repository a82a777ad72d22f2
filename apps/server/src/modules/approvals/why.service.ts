import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { Verdict, why } from '@patchkeep/contract/why';
import { awaitsOf } from '@patchkeep/rules/approvals/awaits';
import { traceOf } from '@patchkeep/rules/approvals/trace';
import { verdictOn } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { changeSetState, findTitleOfMove } from '../changes/public.ts';
import { siteOf } from '../hosts/public.ts';
import { membersAt } from './counted.service.ts';
import { loadDecisions } from './decisions.service.ts';
import { walk } from './effective.service.ts';
import { loadHostPolicy, nameIn, questionAbout, subjectsOn } from './host-policy.service.ts';
import { loadPlaces, placeOf, type Places } from './places.service.ts';
import { loadSubjects } from './plan.service.ts';
import { askedOf } from './settings.rules.ts';
import { isClass, newestVersionOf, type Subject } from './subjects.service.ts';

const wireKeys = ({ kind, subject }: Subject) => ({
  channelTag: kind === 'app' ? subject : null,
  wuaKey: kind === 'wua' ? subject : null,
});

/** One short answer for everything on a host. */
export const explainHost = async (context: Context, hostId: string): Promise<Returned<typeof why.ofHost>> => {
  const policy = await loadHostPolicy(context, hostId);
  const subjects = await subjectsOn(context, policy);
  return {
    approvals: subjects.map((subject) => ({
      ...wireKeys(subject),
      verdict: verdictOn(questionAbout(context, policy, subject)),
    })),
    revision: policy.decisions.revision,
  };
};

type Named = { channelTag?: string | undefined; wuaKey?: string | undefined };

/** The subject a question is about; exactly one of the two names it. */
const findSubject = async (context: Context, places: Places, { channelTag, wuaKey }: Named) => {
  if ((channelTag === undefined) === (wuaKey === undefined)) throw invalid('Name an application or a Windows update');
  const wanted =
    channelTag === undefined
      ? { kind: 'wua' as const, subject: (wuaKey ?? '').toLowerCase() }
      : { kind: 'app' as const, subject: channelTag };
  const { find, updates } = await loadSubjects(context, places, [wanted]);
  return { subject: find(wanted.kind, wanted.subject), updates };
};

/** The title of a change of this subject that waits for a second person. */
const awaitingChange = async (context: Context, { kind, subject }: Subject): Promise<string | null> => {
  const { customerId, siteId } = siteOf(context);
  const awaiting = { customerId, state: { stored: changeSetState.awaiting, isOver: false }, now: context.now };
  const find = (where: string | null) => findTitleOfMove(context.tx, { ...awaiting, siteId: where }, { kind, subject });
  return (await find(siteId)) ?? (await find(null)) ?? null;
};

/** Why something is, or is not, updated on a host. */
export const explain = async (
  context: Context,
  hostId: string,
  query: Received<typeof why.explain>['query'],
): Promise<Returned<typeof why.explain>> => {
  const policy = await loadHostPolicy(context, hostId);
  const { subject } = await findSubject(context, policy.places, query);
  const question = questionAbout(context, policy, subject);
  const { facts, compare, nameOf } = question;
  return {
    hostName: policy.host.host_name,
    name: subject.name,
    installedVersions: [...(policy.installed.get(subject.subject) ?? [])],
    newestVersion: newestVersionOf(subject),
    verdict: verdictOn(question),
    trace: traceOf(question.resolution, {
      place: policy.place,
      systemId: policy.places.customerId,
      facts,
      compare,
      nameOf,
    }),
    awaits: awaitsOf(question, await awaitingChange(context, subject)),
  };
};

type Spread = typeof why.spread;

/** What is decided for every host that has or misses something, and who decided: one answer per combination. */
export const spread = async (context: Context, query: Received<Spread>['query']): Promise<Returned<Spread>> => {
  const places = await loadPlaces(context);
  const decisions = await loadDecisions(context, places.siteIds);
  const { subject, updates } = await findSubject(context, places, query);
  const level = query.groupUuid !== undefined ? 'group' : query.tagUuid !== undefined ? 'tag' : 'site';
  const isThere = await membersAt(context, placeOf(context, places, level, query), places);
  const nameOf = nameIn(places);
  const outcomes = new Map<string, Verdict & { hosts: number }>();
  const all = new Set<number>();
  for await (const { case: each, alike } of walk(context, places, [subject], [decisions], updates))
    for (const { combination, machine, hostNos, resolutions } of alike) {
      const [resolution] = resolutions;
      const there = isThere ? hostNos.filter((hostNo) => isThere[hostNo] === 1) : hostNos;
      if (!resolution || there.length === 0) continue;
      for (const hostNo of there) all.add(hostNo);
      const asked = askedOf(each.subject, resolution, each.factsOf(combination, machine));
      const verdict = verdictOn({ ...asked, now: context.now, nameOf });
      const key = JSON.stringify(verdict);
      const known = outcomes.get(key) ?? { ...verdict, hosts: 0 };
      known.hosts += there.length;
      outcomes.set(key, known);
    }
  return {
    name: subject.name,
    newestVersion: newestVersionOf(subject),
    // A host that misses several updates of a classification is one host, though it has several outcomes.
    hosts: isClass(subject.subject) ? all.size : [...outcomes.values()].reduce((sum, each) => sum + each.hosts, 0),
    outcomes: [...outcomes.values()].toSorted((a, b) => b.hosts - a.hosts),
  };
};
