import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { DashboardCounts, DoFirstEntry } from '@patchkeep/contract/dashboard-data';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { pageHref } from '@patchkeep/rules/site-address';
import { askedDecision } from '../../domain/asked-decision.ts';

export type SummaryCount = Exclude<keyof DashboardCounts, 'countedAt' | 'countIgnored'>;

/** Where the parts of a card lead; a part with no list behind it leads nowhere. */
export interface ChartLinks {
  /** `asOf`: the list of a day of the past. */
  status(
    status: VulnerabilityStatus,
    card: Pick<DashboardCard, 'groupUuid' | 'tagUuid'>,
    asOf?: string,
  ): string | undefined;
  /** The updates that were proven in a period. */
  updatesIn(period: { start: string; end: string }): string | undefined;
  summary(count: SummaryCount): string | undefined;
  /** Everything of one kind that presses. */
  pressing(kind: DoFirstEntry['kind']): string | undefined;
  doFirst(entry: DoFirstEntry): string | undefined;
  /** Where the decision that would help is begun, and reviewed before it is applied. */
  decide(entry: DoFirstEntry): string | undefined;
  /** The applications at risk that nobody decided about. */
  undecided(): string | undefined;
  application(applicationId: number): string | undefined;
  host(hostUuid: string): string | undefined;
  dormantHosts(): string | undefined;
  /** The open vulnerabilities. */
  open(): string | undefined;
}

/** Makes the address of a page of the site that the links are about. */
type To = (path: string, search?: Record<string, string>) => string;

const summaryTargets = (to: To): Record<SummaryCount, string | undefined> => ({
  countOutOfDateApprovals: to('/patching/approvals', { approvalStatus: 'out-of-date' }),
  countGroups: to('/groups'),
  countActiveAgents: to('/hosts'),
  countAgents: to('/hosts', { view: 'licensed' }),
  countHosts: undefined,
  countChannelTags: to('/applications'),
  countChannelTagVersions: undefined,
  countTotal: to('/applications'),
  countZeroDay: to('/applications', { status: 'zeroday' }),
  countInsecureNotZeroDay: to('/applications', { status: 'insecure' }),
  countEoLNotZeroDayNotInsecure: to('/applications', { status: 'eol' }),
  countOkNotZeroDayNotEoL: to('/applications', { status: 'ok' }),
});

const doFirstTargets = (to: To): Record<DoFirstEntry['kind'], (entry: DoFirstEntry) => string> => ({
  exploited: ({ applicationId, name }) =>
    applicationId === null
      ? to('/applications', { q: name })
      : to('/applications/hosts', { applicationId: String(applicationId), mark: 'exploited' }),
  blocked: ({ name }) => to('/patching/approvals', { approvalStatus: 'blocked', q: name }),
  failed: ({ channelTag, name }) =>
    to('/patching/activity', { result: 'unsolved', ...(channelTag === null ? { title: name } : { channelTag }) }),
});

const decideTarget = (to: To, { act, name, channelTag }: DoFirstEntry): string | undefined =>
  act === null || channelTag === null
    ? undefined
    : to('/patching/approvals', askedDecision({ name, channelTag }, act === 'approve' ? 'approve' : 'disable'));

const pressingTargets = (to: To): Record<DoFirstEntry['kind'], string> => ({
  exploited: to('/applications', { mark: 'exploited', fix: 'some' }),
  blocked: to('/patching/approvals', { approvalStatus: 'blocked', status: 'at-risk' }),
  failed: to('/patching/activity', { result: 'unsolved' }),
});

/** The last moment of a period, as the list takes it. */
const lastMoment = (end: string) => new Date(Date.parse(end) - 1).toISOString();

const siteLinks = (to: To): ChartLinks => ({
  status: (status, { groupUuid, tagUuid }, asOf) => {
    const search = { status, ...(asOf !== undefined && { asOf }) };
    if (groupUuid !== undefined) return to('/groups/applications', { groupUuid, ...search });
    if (tagUuid !== undefined) return to('/tags/applications', { tagUuid, ...search });
    return to('/applications', search);
  },
  updatesIn: ({ start, end }) =>
    to('/patching/activity', { result: 'updated', startTime: start, endTime: lastMoment(end) }),
  summary: (count) => summaryTargets(to)[count],
  pressing: (kind) => pressingTargets(to)[kind],
  doFirst: (entry) => doFirstTargets(to)[entry.kind](entry),
  decide: (entry) => decideTarget(to, entry),
  undecided: () => to('/patching/approvals', { approvalStatus: 'undecided', status: 'at-risk' }),
  application: (applicationId) => to('/applications/versions', { applicationId: String(applicationId) }),
  host: (hostUuid) => to('/hosts/host-results', { hostUuid }),
  dormantHosts: () => to('/hosts', { view: 'dormant' }),
  open: () => to('/vulnerabilities'),
});

/** Numbers that the list of applications of a past day shows too. */
const keptCounts: ReadonlySet<SummaryCount> = new Set([
  'countChannelTags',
  'countTotal',
  'countZeroDay',
  'countInsecureNotZeroDay',
  'countEoLNotZeroDayNotInsecure',
  'countOkNotZeroDayNotEoL',
] as const);

/** Numbers over all sites have no list of their own; its table of sites leads on. */
const systemLinks = (to: To): ChartLinks => ({
  status: () => undefined,
  updatesIn: () => undefined,
  summary: (count) =>
    count === 'countOutOfDateApprovals' ? to('/system-approvals', { approvalStatus: 'out-of-date' }) : undefined,
  pressing: () => undefined,
  doFirst: () => undefined,
  decide: () => undefined,
  undecided: () => undefined,
  application: () => undefined,
  host: () => undefined,
  dormantHosts: () => undefined,
  open: () => undefined,
});

/** Of a day of the past: what has no list of that day leads nowhere, because its page shows now. */
const pastLinks = (links: ChartLinks, linksOfNow: ChartLinks): ChartLinks => ({
  ...systemLinks(() => ''),
  status: links.status,
  // These updates were proven between two moments, whenever somebody looks.
  updatesIn: linksOfNow.updatesIn,
  summary: (count) => (keptCounts.has(count) ? links.summary(count) : undefined),
  open: links.open,
});

const kinds = { site: siteLinks, system: systemLinks };

/**
 * The links of a dashboard's cards, now or of a day of the past. They name their site, because a link that is opened in a
 * new tab begins there.
 */
export const linksOf = (scope: keyof typeof kinds, site: string | undefined, asOf?: string): ChartLinks => {
  const links = kinds[scope]((path, search) => pageHref(path, search, site));
  if (asOf === undefined) return links;
  return pastLinks(
    kinds[scope]((path, search) => pageHref(path, { asOf, ...search }, site)),
    links,
  );
};
