import type { ApprovalKind, ApprovalStatus } from '@patchkeep/contract/approval-fields';
import type { UpgradeConfig } from '@patchkeep/contract/customization';
import { nameOfDebTag } from '@patchkeep/orders/system-package';
import { isClassUpToDate, isVersionUpToDate } from '@patchkeep/rules/approvals/facts';
import { decisionStatus } from '@patchkeep/rules/approvals/modes';
import type { CompareTwo, Decision } from '@patchkeep/rules/approvals/resolve';
import type { Preparations } from '@patchkeep/rules/approvals/supply';
import { articleOfKb, kbOfKey, keyOfKb } from '@patchkeep/rules/kb';
import { compareVersions, isScheme, type SchemeName } from '@patchkeep/versions/schemes';
import type { Context } from '../../../platform/context.ts';
import { releasesOf, type Release, selectPreparing, selectVouched, type Vouched } from '../../catalog/public.ts';
import { upgradeConfigs } from '../customization/customization.service.ts';
import { offeredReleases } from './offered.service.ts';
import { type ChannelFacts, selectChannels, selectNeededUpdates, selectUpdateFacts } from './subjects.queries.ts';

/** What is decided about, with all that a decision about it is read by. */
export interface Subject {
  kind: ApprovalKind;
  subject: string;
  name: string;
  vendor: string;
  applicationId: number | null;
  isWorkInProgress: boolean;
  scheme: SchemeName;
  compare: CompareTwo;
  /** Of a channel, newest first. */
  releases: readonly Release[];
  /** What was vouched for of a channel, the newest statement first. */
  packages: readonly Vouched[];
  /** How far the packager is with versions of a channel that have no package yet. */
  preparing: Preparations;
  /** What the updates of a channel can be told. */
  config: UpgradeConfig | null;
  kbArticle: string | null;
  classification: string | null;
  severity: string | null;
  isRestartRequired: boolean | null;
  /** Of an update; of a classification the day its newest update came out. */
  releasedOn: Date | null;
  supersededBy: string | null;
}

/** A package of the hosts' own distributions, which they get from their own repositories. */
export const isFromRepositories = ({ subject }: Pick<Subject, 'subject'>): boolean =>
  nameOfDebTag(subject) !== undefined;

export const newestVersionOf = ({ releases }: Pick<Subject, 'releases'>): string | null => releases[0]?.version ?? null;
export const classKey = (classification: string): string => `class:${classification.trim().toLowerCase()}`;
export const isClass = (subject: string): boolean => subject.startsWith('class:');
export const dayDate = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00Z`));

/** What a decision about a subject is looked for under, nearest first. */
export const subjectsOf = ({ subject, classification }: Pick<Subject, 'subject' | 'classification'>): string[] =>
  classification === null || isClass(subject) ? [subject] : [subject, classKey(classification)];

const nonePrepared: Subject['preparing'] = new Map();
const nothing = {
  packages: [],
  preparing: nonePrepared,
  config: null,
  kbArticle: null,
  classification: null,
  severity: null,
  isRestartRequired: null,
  releasedOn: null,
  supersededBy: null,
};
const unordered: CompareTwo = () => undefined;

const channelSubject = (
  row: ChannelFacts,
  { releases, packages, preparing }: Pick<Subject, 'releases' | 'packages' | 'preparing'>,
  config: UpgradeConfig | undefined,
): Subject => {
  const scheme = isScheme(row.scheme) ? row.scheme : 'generic';
  return {
    kind: 'app',
    subject: row.channel_tag,
    name: row.name,
    vendor: row.vendor,
    applicationId: row.application_id,
    isWorkInProgress: row.is_work_in_progress,
    scheme,
    compare: (a, b) => compareVersions(scheme, a, b),
    releases,
    ...nothing,
    packages,
    preparing,
    // Apt is told nothing but the name and the version.
    config: isFromRepositories({ subject: row.channel_tag }) ? null : (config ?? null),
  };
};

/** Channels by tag; those that the catalogue does not have are left out. */
export const channelSubjects = async (context: Context, tags: readonly string[]): Promise<Map<string, Subject>> => {
  const rows = await selectChannels(context.tx, tags);
  const known = rows.map((row) => row.channel_tag);
  const releases = new Map([...(await releasesOf(context.tx, known)), ...(await offeredReleases(context, known))]);
  const packages = Map.groupBy(await selectVouched(context.tx, known), ({ channelTag }) => channelTag);
  const preparing = await selectPreparing(context.tx, known);
  const configs = await upgradeConfigs(context.tx, known);
  return new Map(
    rows.map((row) => {
      const { channel_tag: tag } = row;
      const has = {
        releases: releases.get(tag) ?? [],
        packages: packages.get(tag) ?? [],
        preparing: preparing.get(tag) ?? nonePrepared,
      };
      return [tag, channelSubject(row, has, configs.get(tag))];
    }),
  );
};

interface KnownUpdate {
  kb: number;
  title: string;
  classification: string;
  severity: string;
}

/** What all Windows updates and their classifications have in common. */
const ofWindows = {
  kind: 'wua',
  vendor: 'Microsoft',
  applicationId: null,
  isWorkInProgress: false,
  scheme: 'generic',
  compare: unordered,
  releases: [],
} satisfies Partial<Subject>;

const updateSubject = (
  { kb, title, classification, severity }: KnownUpdate,
  facts: Awaited<ReturnType<typeof selectUpdateFacts>>[number] | undefined,
): Subject => ({
  ...ofWindows,
  subject: keyOfKb(kb),
  name: title === '' ? articleOfKb(kb) : title,
  packages: [],
  preparing: nonePrepared,
  config: null,
  kbArticle: articleOfKb(kb),
  classification: classification === '' ? null : classification,
  severity: severity === '' ? null : severity,
  isRestartRequired: facts?.is_restart_required ?? null,
  releasedOn: dayDate(facts?.released_on ?? null),
  supersededBy: typeof facts?.superseded_by === 'number' ? articleOfKb(facts.superseded_by) : null,
});

const classSubject = (key: string, name: string, updates: readonly Subject[]): Subject => ({
  ...ofWindows,
  ...nothing,
  subject: key,
  name,
  classification: name,
  isRestartRequired: updates.some((update) => update.isRestartRequired) ? true : null,
  releasedOn: updates.reduce<Date | null>(
    (newest, { releasedOn }) => (releasedOn !== null && (newest === null || releasedOn > newest) ? releasedOn : newest),
    null,
  ),
});

/** What the hosts of these sites need, their classifications, and whatever else is asked for by key. */
export const updateSubjects = async (
  context: Context,
  siteIds: readonly string[],
  keys: readonly string[],
): Promise<Map<string, Subject>> => {
  const { tx, principal } = context;
  const needed = await selectNeededUpdates(tx, principal.customerId, siteIds);
  const known = new Map<number, KnownUpdate>(needed.map((row) => [row.kb, row]));
  const wanted = keys.filter((key) => !isClass(key)).map(kbOfKey);
  const facts = new Map(
    (await selectUpdateFacts(tx, [...known.keys(), ...wanted])).map((row) => [row.kb, row] as const),
  );
  const blank = { title: '', classification: '', severity: '' };
  for (const kb of wanted) if (!known.has(kb)) known.set(kb, facts.get(kb) ?? { kb, ...blank });
  const updates = [...known.values()].map((row) => updateSubject(row, facts.get(row.kb)));
  const byClass = Map.groupBy(
    updates.filter((update) => update.classification !== null),
    (update) => classKey(update.classification ?? ''),
  );
  const classes = [...new Set([...byClass.keys(), ...keys.filter(isClass)])].map((key) => {
    const own = byClass.get(key) ?? [];
    return classSubject(key, own[0]?.classification ?? key.slice('class:'.length), own);
  });
  return new Map([...classes, ...updates].map((subject) => [subject.subject, subject]));
};

/** How a decision stands: an approved version is up to date until a newer one is there. */
export const statusOf = (decision: Decision | null | undefined, subject: Subject): ApprovalStatus => {
  if (!decision) return 'disabled';
  const isUpToDate =
    subject.kind === 'app'
      ? isVersionUpToDate(decision.version, newestVersionOf(subject), subject.compare)
      : isClass(decision.subject)
        ? isClassUpToDate(decision.decidedAt, subject.releasedOn)
        : subject.supersededBy === null;
  return decisionStatus(decision.mode, isUpToDate);
};
