import type { HostStanding } from '@patchkeep/rules/approvals/facts';
import type { HostPlace, Policy } from '@patchkeep/rules/approvals/resolve';
import { policyOf, resolve } from '@patchkeep/rules/approvals/resolve';
import type { Decision } from '@patchkeep/rules/approvals/resolve';
import type { Machine } from '@patchkeep/rules/approvals/supply';
import type { Question } from '@patchkeep/rules/approvals/verdict';
import type { NameOf } from '@patchkeep/rules/approvals/words';
import type { Context } from '../../platform/context.ts';
import { findHost, presentHostInfo, siteOf } from '../hosts/public.ts';
import { readInventory, readWindowsUpdates } from '../inventory/public.ts';
import { applicationFacts, updateFacts } from './cases.service.ts';
import { type Decisions, loadDecisions } from './decisions.service.ts';
import { selectChannelsOf } from './holders.queries.ts';
import { selectHostWords } from './host-updates.queries.ts';
import { hostDecision } from './host-updates.rules.ts';
import { loadPlaces, type Places, systemName } from './places.service.ts';
import { askedOf } from './settings.rules.ts';
import { channelSubjects, kbOf, type Subject, subjectsOf, updateSubjects } from './subjects.service.ts';

/** One host with everything that bears on what happens there. */
export interface HostPolicy {
  host: Awaited<ReturnType<typeof findHost>>;
  place: HostPlace;
  places: Places;
  decisions: Decisions;
  /** An administrator's word for single updates on this host. */
  words: readonly Decision[];
  standing: HostStanding;
  machine: Machine;
  nameOf: NameOf;
  /** Versions by channel. */
  installed: ReadonlyMap<string, readonly string[]>;
  installedKbs: ReadonlySet<number>;
  offeredKbs: ReadonlySet<number>;
}

export const nameIn =
  (places: Places): NameOf =>
  (level, scopeId) =>
    level === 'system' ? systemName : (places.byScope.get(scopeId)?.name ?? '');

export const loadHostPolicy = async (context: Context, hostId: string): Promise<HostPolicy> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const host = await findHost(context, hostId);
  const places = await loadPlaces(context);
  const decisions = await loadDecisions(context, places.siteIds);
  const stored = await readInventory(tx, customerId, host.host_no);
  const channels = stored ? await selectChannelsOf(tx, customerId, stored.versionIds) : [];
  const [report] = await readWindowsUpdates(tx, customerId, [host.host_no]);
  const words = (await selectHostWords(tx, customerId, siteId, [hostId])).map(hostDecision);
  const { last_boot_request_at: asked, last_boot_at: booted } = host;
  return {
    host,
    places,
    decisions,
    words,
    place: {
      hostId,
      siteId,
      groupChain: host.group_id === null ? [] : places.chainOf(host.group_id),
      tagIds: host.tag_ids.filter((tagId) => places.byScope.has(tagId)),
    },
    standing: {
      state: presentHostInfo(host, context.now).state,
      isRestartPending: asked !== null && booted < asked,
    },
    machine: { osFamily: host.os_family, architecture: host.os_architecture, hasRoot: host.has_root },
    nameOf: nameIn(places),
    installed: new Map(
      [...Map.groupBy(channels, (row) => row.channel_tag)].map(([tag, own]) => [tag, own.map((row) => row.version)]),
    ),
    installedKbs: new Set(report?.installed),
    offeredKbs: new Set(report?.offers.map((offer) => offer.kb)),
  };
};

const policyFor = ({ decisions, words }: HostPolicy, subject: Subject): Policy => {
  const keys = subjectsOf(subject);
  const said = keys.flatMap((key) => decisions.about(subject.kind, key));
  return policyOf<Decision>([...words, ...said], keys, subject.compare);
};

/** What the engine is asked about one subject on the host. */
export const questionAbout = (context: Context, policy: HostPolicy, subject: Subject): Question => {
  const resolution = resolve(policyFor(policy, subject), policy.place);
  const facts =
    subject.kind === 'app'
      ? applicationFacts(context, subject)(policy.installed.get(subject.subject) ?? [], policy.machine)
      : updateFacts(context, subject, policy.installedKbs.has(kbOf(subject.subject)), policy.machine);
  const { nameOf, standing } = policy;
  return { ...askedOf(subject, resolution, facts), now: context.now, nameOf, standing };
};

/** Everything on the host that something can be decided about. */
export const subjectsOn = async (context: Context, policy: HostPolicy): Promise<Subject[]> => {
  const channels = await channelSubjects(context, [...policy.installed.keys()]);
  const keys = [...policy.offeredKbs].map((kb) => `kb:${kb}`);
  const updates =
    keys.length === 0 ? new Map<string, Subject>() : await updateSubjects(context, policy.places.siteIds, keys);
  return [...channels.values(), ...keys.flatMap((key) => updates.get(key) ?? [])];
};
