import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { JobAboutIt, Verdict, why } from '@patchkeep/contract/why';
import { awaitsOf } from '@patchkeep/rules/approvals/awaits';
import { traceOf } from '@patchkeep/rules/approvals/trace';
import { verdictOn } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { changeSetState, findTitleOfChange } from '../../changes/public.ts';
import { siteOf } from '../../hosts/public.ts';
import { loadSubjects } from '../changes/plan.service.ts';
import { membersAt } from '../matrix/counted.service.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { loadScopes, scopeOf, type Scopes } from '../policy/scopes.service.ts';
import { questionOf } from '../policy/settings.rules.ts';
import { isClass, newestVersionOf, type Subject } from '../policy/subjects.service.ts';
import { loadFailed, loadHostPolicy, nameIn, questionAbout, subjectsOn } from '../resolution/host-policy.service.ts';
import { resolveCohorts } from '../resolution/resolve-cohorts.service.ts';

const wireKeys = ({ kind, subject }: Subject) => ({
  channelTag: kind === 'app' ? subject : null,
  wuaKey: kind === 'wua' ? subject : null,
});

/** Since when the signer has not answered, as far as it is worth telling. */
export interface SignerSilence {
  silentSince(): Date | undefined;
}

/** What modules to the right know of a subject on a host. */
export interface WhyFacts extends SignerSilence {
  /** The deployment jobs about an application. */
  jobsAbout(context: Context, hostId: string, channelTag: string): Promise<JobAboutIt[]>;
}

/** One short answer for everything on a host. */
export const explainHost = async (
  context: Context,
  hostId: string,
  signer: SignerSilence,
): Promise<Returned<typeof why.ofHost>> => {
  const policy = await loadHostPolicy(context, hostId);
  const subjects = await subjectsOn(context, policy);
  const failed = await loadFailed(context, policy, subjects);
  return {
    approvals: subjects.map((subject) => ({
      ...wireKeys(subject),
      verdict: verdictOn({
        ...questionAbout(context, policy, subject, failed),
        signerSilentSince: signer.silentSince(),
      }),
    })),
    revision: policy.decisions.revision,
  };
};

type Named = { channelTag?: string | undefined; wuaKey?: string | undefined };

/** The subject a question is about; exactly one of the two names it. */
const findSubject = async (context: Context, scopes: Scopes, { channelTag, wuaKey }: Named) => {
  if ((channelTag === undefined) === (wuaKey === undefined)) throw invalid('Name an application or a Windows update');
  const wanted =
    channelTag === undefined
      ? { kind: 'wua' as const, subject: (wuaKey ?? '').toLowerCase() }
      : { kind: 'app' as const, subject: channelTag };
  const { find, updates } = await loadSubjects(context, scopes, [wanted]);
  return { subject: find(wanted.kind, wanted.subject), updates };
};

/** The title of a change of this subject that waits for a second person. */
const awaitingChange = async (context: Context, { kind, subject }: Subject): Promise<string | null> => {
  const { customerId, siteId } = siteOf(context);
  const awaiting = { customerId, state: { stored: changeSetState.awaiting, isOver: false }, now: context.now };
  const find = (where: string | null) =>
    findTitleOfChange(context.tx, { ...awaiting, siteId: where }, { kind, subject });
  return (await find(siteId)) ?? (await find(null)) ?? null;
};

/** Why something is, or is not, updated on a host. */
export const explain = async (
  context: Context,
  hostId: string,
  query: Received<typeof why.explain>['query'],
  known: WhyFacts,
): Promise<Returned<typeof why.explain>> => {
  const policy = await loadHostPolicy(context, hostId);
  const { subject } = await findSubject(context, policy.scopes, query);
  const failed = await loadFailed(context, policy, [subject]);
  const question = { ...questionAbout(context, policy, subject, failed), signerSilentSince: known.silentSince() };
  const { facts, compare, nameOf } = question;
  return {
    hostName: policy.host.host_name,
    name: subject.name,
    installedVersions: [...new Set(policy.installed.get(subject.subject)?.map(({ version }) => version))],
    newestVersion: newestVersionOf(subject),
    verdict: verdictOn(question),
    trace: traceOf(question.resolution, {
      hostScopes: policy.hostScopes,
      systemId: policy.scopes.customerId,
      facts,
      compare,
      nameOf,
    }),
    awaits: awaitsOf(question, await awaitingChange(context, subject)),
    jobs: subject.kind === 'app' ? await known.jobsAbout(context, hostId, subject.subject) : [],
  };
};

type Spread = typeof why.spread;

/** What is decided for every host that has or misses something, and who decided: one answer per combination. */
export const spread = async (
  context: Context,
  query: Received<Spread>['query'],
  signer: SignerSilence,
): Promise<Returned<Spread>> => {
  const signerSilentSince = signer.silentSince();
  const scopes = await loadScopes(context);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const { subject, updates } = await findSubject(context, scopes, query);
  const level = query.groupUuid !== undefined ? 'group' : query.tagUuid !== undefined ? 'tag' : 'site';
  const isThere = await membersAt(context, scopeOf(context, scopes, level, query), scopes);
  const nameOf = nameIn(scopes);
  const outcomes = new Map<string, Verdict & { hosts: number }>();
  const all = new Set<number>();
  for await (const { subjectHolders: each, cohorts } of resolveCohorts(
    context,
    scopes,
    [subject],
    [decisions],
    updates,
  ))
    for (const { hostNos, resolutions, ...kind } of cohorts) {
      const [resolution] = resolutions;
      const there = isThere ? hostNos.filter((hostNo) => isThere[hostNo] === 1) : hostNos;
      if (!resolution || there.length === 0) continue;
      for (const hostNo of there) all.add(hostNo);
      const question = questionOf(each.subject, resolution, each.factsOf(kind));
      const verdict = verdictOn({ ...question, now: context.now, nameOf, signerSilentSince });
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
