import type { NameOf } from '@patchkeep/rules/approvals/explanation-text';
import type { HostStanding, InstalledCopy } from '@patchkeep/rules/approvals/facts';
import type { FailedWork } from '@patchkeep/rules/approvals/given-up';
import type { HostScopes, Policy } from '@patchkeep/rules/approvals/resolve';
import { policyOf, resolve } from '@patchkeep/rules/approvals/resolve';
import type { Decision } from '@patchkeep/rules/approvals/resolve';
import type { Machine } from '@patchkeep/rules/approvals/supply';
import type { Question } from '@patchkeep/rules/approvals/verdict';
import { kbOfKey, keyOfKb } from '@patchkeep/rules/kb';
import { variantOfCopy } from '@patchkeep/rules/software/variant';
import type { Context } from '../../../platform/context.ts';
import { findHost, presentHostInfo, siteOf } from '../../hosts/public.ts';
import { readInventory, readWindowsUpdates } from '../../inventory/public.ts';
import { type Decisions, loadDecisions } from '../policy/decisions.service.ts';
import { selectChannelsOf } from '../policy/holders.queries.ts';
import { selectHostOverrides } from '../policy/host-updates.queries.ts';
import { hostDecision } from '../policy/host-updates.rules.ts';
import { loadScopes, type Scopes, systemName } from '../policy/scopes.service.ts';
import { questionOf } from '../policy/settings.rules.ts';
import { channelSubjects, type Subject, subjectsOf, updateSubjects } from '../policy/subjects.service.ts';
import { selectFailedWork } from './failed-work.queries.ts';
import { applicationFacts, updateFacts } from './subject-holders.service.ts';

/** One host with everything that bears on what happens there. */
export interface HostPolicy {
  host: Awaited<ReturnType<typeof findHost>>;
  hostScopes: HostScopes;
  scopes: Scopes;
  decisions: Decisions;
  /** The overrides of single updates on this host. */
  overrides: readonly Decision[];
  standing: HostStanding;
  machine: Machine;
  nameOf: NameOf;
  /** Copies by channel. */
  installed: ReadonlyMap<string, readonly InstalledCopy[]>;
  installedKbs: ReadonlySet<number>;
  offeredKbs: ReadonlySet<number>;
}

export const nameIn =
  (scopes: Scopes): NameOf =>
  (level, scopeId) =>
    level === 'system' ? systemName : (scopes.byScope.get(scopeId)?.name ?? '');

type Inventory = Awaited<ReturnType<typeof readInventory>>;

/** What a host has of each channel, whose it is and of which variant: a version may be there several times. */
const copiesByChannel = (
  inventory: Inventory,
  channels: Awaited<ReturnType<typeof selectChannelsOf>>,
): Map<string, InstalledCopy[]> => {
  const byVersion = Map.groupBy(inventory?.copies ?? [], (copy) => copy.versionId);
  const unknown: InstalledCopy[] = [{ version: '', scope: 'machine', owner: '' }];
  const copiesOf = (versionId: number): InstalledCopy[] =>
    byVersion.get(versionId)?.map((copy) => ({
      version: '',
      ...variantOfCopy(copy),
      owner: copy.user ?? '',
      ...(copy.offered !== undefined && { offered: copy.offered }),
    })) ?? unknown;
  const owned = channels.map(({ channel_tag: tag, version, version_id: versionId }) => ({
    tag,
    // The same owner may have several alike, at different places.
    copies: [...new Map(copiesOf(versionId).map((copy) => [JSON.stringify(copy), { ...copy, version }])).values()],
  }));
  return new Map(
    [...Map.groupBy(owned, ({ tag }) => tag)].map(([tag, own]) => [tag, own.flatMap(({ copies }) => copies)]),
  );
};

export const loadHostPolicy = async (context: Context, hostId: string): Promise<HostPolicy> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const host = await findHost(context, hostId);
  const scopes = await loadScopes(context);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const stored = await readInventory(tx, customerId, host.host_no);
  const channels = stored ? await selectChannelsOf(tx, customerId, stored.versionIds) : [];
  const [report] = await readWindowsUpdates(tx, customerId, [host.host_no]);
  const overrides = (await selectHostOverrides(tx, customerId, siteId, [hostId])).map(hostDecision);
  const { last_boot_request_at: asked, last_boot_at: booted } = host;
  return {
    host,
    scopes,
    decisions,
    overrides,
    hostScopes: {
      hostId,
      siteId,
      groupChain: host.group_id === null ? [] : scopes.chainOf(host.group_id),
      tagIds: host.tag_ids.filter((tagId) => scopes.byScope.has(tagId)),
    },
    standing: {
      state: presentHostInfo(host, context.now).state,
      isRestartPending: asked !== null && booted < asked,
    },
    machine: { osFamily: host.os_family, architecture: host.os_architecture, hasRoot: host.has_root },
    nameOf: nameIn(scopes),
    installed: copiesByChannel(stored, channels),
    installedKbs: new Set(report?.installed),
    offeredKbs: new Set(report?.offers.map((offer) => offer.kb)),
  };
};

const policyFor = ({ decisions, overrides }: HostPolicy, subject: Subject): Policy => {
  const keys = subjectsOf(subject);
  const said = keys.flatMap((key) => decisions.about(subject.kind, key));
  return policyOf<Decision>([...overrides, ...said], keys, subject.compare);
};

/** What failed for good on the host, by subject. */
export type Failed = (subject: Pick<Subject, 'kind' | 'subject'>) => readonly FailedWork[];

export const loadFailed = async (
  context: Context,
  { host }: HostPolicy,
  subjects: readonly Pick<Subject, 'kind' | 'subject'>[],
): Promise<Failed> => {
  const on = { ...siteOf(context), hostNo: host.host_no };
  const named = (kind: Subject['kind']) => subjects.flatMap((each) => (each.kind === kind ? each.subject : []));
  const rows = [
    ...(await selectFailedWork(context.tx, on, 'app', named('app'))),
    ...(await selectFailedWork(context.tx, on, 'wua', named('wua'))),
  ];
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  return ({ subject }) => (bySubject.get(subject) ?? []).map(({ failed }) => failed);
};

/** What the engine is asked about one subject on the host. */
export const questionAbout = (context: Context, policy: HostPolicy, subject: Subject, failed: Failed): Question => {
  const resolution = resolve(policyFor(policy, subject), policy.hostScopes);
  const known =
    subject.kind === 'app'
      ? applicationFacts(context, subject)(policy.installed.get(subject.subject) ?? [], policy.machine)
      : updateFacts(context, subject, policy.installedKbs.has(kbOfKey(subject.subject)), policy.machine);
  const { nameOf, standing } = policy;
  const facts = { ...known, failed: failed(subject) };
  return { ...questionOf(subject, resolution, facts), now: context.now, nameOf, standing };
};

/** Everything on the host that something can be decided about. */
export const subjectsOn = async (context: Context, policy: HostPolicy): Promise<Subject[]> => {
  const channels = await channelSubjects(context, [...policy.installed.keys()]);
  const keys = [...policy.offeredKbs].map((kb) => keyOfKb(kb));
  const updates =
    keys.length === 0 ? new Map<string, Subject>() : await updateSubjects(context, policy.scopes.siteIds, keys);
  return [...channels.values(), ...keys.flatMap((key) => updates.get(key) ?? [])];
};
