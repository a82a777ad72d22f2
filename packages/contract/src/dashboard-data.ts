import { z } from 'zod';
import { periodUnits } from './dashboard-config.ts';
import { day, time, uuid } from './fields.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

const count = z.int().min(0);

/** Where on the axis a point is. */
const period = {
  /** The year the period belongs to; of a week, the year its Thursday is in. */
  yearRef: z.int(),
  /** Which one of that year: day 1 to 366, week 1 to 53, month 1 to 12, quarter 1 to 4; 1 for a year; of `live`, the hour of the day, 0 to 23. */
  timeRef: z.int(),
  /** From here, up to and without there; all in UTC. */
  start: time,
  end: time,
  /** The period is not over: its numbers are those of now. */
  isPartial: z.boolean(),
};

/**
 * How things stood at the end of a period: applications on hosts, each once per host in its worst status. `total` is
 * what the four add up to. What is under ignore rules is in none of them. Periods before the first count are left out.
 */
export const statusPoint = z.object({
  ...period,
  ok: count,
  eol: count,
  insecure: count,
  zeroDay: count,
  total: count,
});
export type StatusPoint = z.output<typeof statusPoint>;

/** Updates that hosts were told to install and that a later inventory proved, by when they were proven. */
export const updatesPoint = z.object({
  ...period,
  /** Regular ones: what they replaced had no known problem. */
  upgrades: count,
  /** What they replaced was insecure. */
  securityUpgrades: count,
});
export type UpdatesPoint = z.output<typeof updatesPoint>;

/** Each is the number at the head of the page that its row leads to, from the same count. */
export const dashboardCounts = z.object({
  /** Host Licenses In Use: heard of within 45 days; null in the past. */
  countAgents: count.nullable(),
  /** Active Hosts; null in the past. */
  countActiveAgents: count.nullable(),
  /** Hosts that were counted; null for now, when the two numbers above tell more. */
  countHosts: count.nullable(),
  /** Null in the past. */
  countGroups: count.nullable(),
  /** Products; null in the past of several sites, of which only each one's own number is kept. */
  countChannelTags: count.nullable(),
  /** Versions, which lead nowhere; null as above. */
  countChannelTagVersions: count.nullable(),
  /** Approvals of the site (of the system on the system dashboard) whose version is no longer the newest; null for those who may not see them. */
  countOutOfDateApprovals: count.nullable(),
  /** Installations: copies told apart by version. */
  countTotal: count,
  countZeroDay: count,
  countInsecureNotZeroDay: count,
  countEoLNotZeroDayNotInsecure: count,
  /** Neither 0-Day nor Insecure nor EoL. */
  countOkNotZeroDayNotEoL: count,
  /** Under ignore rules, in none of the four above. */
  countIgnored: count,
  /** When these were counted; null before the first count. */
  countedAt: time.nullable(),
});
export type DashboardCounts = z.output<typeof dashboardCounts>;

const pie = z.object({ ok: count, eol: count, insecure: count, zeroDay: count, total: count });

/** One thing to do, the most pressing first. */
export const doFirstEntry = z.object({
  /** In this order: exploited and a fix is on offer; a problem whose fix is blocked here; updates that failed within 30 days. */
  kind: z.enum(['exploited', 'blocked', 'failed']),
  applicationId: z.int().nullable(),
  channelTag: z.string().nullable(),
  name: z.string(),
  status: vulnerabilityStatus.nullable(),
  hosts: count,
  /** The earliest day by which CISA wants one of its exploited CVEs fixed. */
  dueOn: day.nullable(),
  /**
   * What a decision of the site can do about it: approve the newest version, or remove the site's own block. Null where
   * that is decided already or by the system, for what failed, and for those who may not see approvals.
   */
  act: z.enum(['approve', 'unblock']).nullable(),
});
export type DoFirstEntry = z.output<typeof doFirstEntry>;

export const severities = ['critical', 'high', 'medium', 'low', 'unscored'] as const;
/** Days within which an issue of each severity should be fixed. */
export const patchTargetDays: Record<(typeof severities)[number], number> = {
  critical: 14,
  high: 30,
  medium: 90,
  low: 180,
  unscored: 90,
};

/** How long issues stayed, per severity: an issue is a CVE at a site, from the first count that found it to the first that no longer did. */
export const timeToPatchRow = z.object({
  severity: z.enum(severities),
  targetDays: z.int(),
  open: count,
  /** Open for longer than the target. */
  overdue: count,
  /** Fixed within the last 90 days. */
  fixed: count,
  fixedInTime: count,
  /** Half of those fixed were open for no longer than this; null when none was fixed. */
  medianDays: z.number().nullable(),
});
export type TimeToPatchRow = z.output<typeof timeToPatchRow>;

export const endOfLifeEntry = z.object({
  applicationId: z.int(),
  name: z.string(),
  version: z.string(),
  endsOn: day,
  hosts: count,
});

export const silentHost = z.object({ uuid, hostName: z.string(), siteName: z.string(), lastSeen: time });

/** The trend of a site is its share of hosts at risk now against so many days ago. */
export const trendDays = 30;

/** A site of the system dashboard. */
export const siteRow = z.object({
  siteAccountUuid: uuid,
  siteName: z.string(),
  status: vulnerabilityStatus,
  hosts: count,
  zeroDay: count,
  insecure: count,
  eol: count,
  ok: count,
  /** Hosts whose worst application is Insecure or 0-Day. */
  hostsAtRisk: count,
  exploited: count,
  /** The same hosts by the last count that is at least `trendDays` old; null where the site was not counted then. */
  earlier: z.object({ hosts: count, hostsAtRisk: count }).nullable(),
  /** Applications about which the site decides differently from the system: as many as its approvals list with `isDiffering`; null for those who may not see the approvals of all sites. */
  differing: count.nullable(),
});
export type SiteRow = z.output<typeof siteRow>;

/** One of two sites that are compared. */
export const comparedSite = siteRow.extend({
  /** Its issues, as the card Time to patch counts them, of all severities together. */
  issues: timeToPatchRow.pick({ open: true, overdue: true, fixed: true, fixedInTime: true }),
});
export type ComparedSite = z.output<typeof comparedSite>;

export const siteComparison = z.object({
  left: comparedSite,
  right: comparedSite,
  /** Applications about which the two decide differently, by name, the first 20; null for those who may not see the approvals of all sites. */
  decisions: z.object({ total: count, names: z.array(z.string()) }).nullable(),
});

const periodUnit = z.enum(periodUnits);
const cardId = z.string();
/** The group or tag that the numbers are of; null for all there is. */
const place = z.object({ kind: z.enum(['group', 'tag']), name: z.string() }).nullable();

/** What one card shows. A card whose group or tag is gone is answered with `gone`. */
export const cardData = z.discriminatedUnion('chart', [
  z.object({
    cardId,
    chart: z.literal('apps-bar'),
    place,
    periodUnit,
    points: z.array(statusPoint),
    /** The first day of which the applications behind a point can be listed; null before the first count. */
    listsSince: day.nullable(),
  }),
  z.object({ cardId, chart: z.literal('updates-bar'), periodUnit, points: z.array(updatesPoint) }),
  z.object({ cardId, chart: z.literal('summary-table'), counts: dashboardCounts }),
  z.object({ cardId, chart: z.literal('vuln-status-pie'), place, pie }),
  z.object({
    cardId,
    chart: z.literal('do-first'),
    entries: z.array(doFirstEntry),
    /** How many there are of each kind; `entries` holds the first 20. */
    totals: z.object({ exploited: count, blocked: count, failed: count }),
    /** Updates that failed and wait for a person: as many as the list of the activity shows with `unsolved`. */
    failedUpdates: count,
    /** Applications of the site at risk that nobody decided about: as many as the approvals list with both filters; null for who may not see approvals, and for the system. */
    undecided: count.nullable(),
  }),
  z.object({
    cardId,
    chart: z.literal('time-to-patch'),
    rows: z.array(timeToPatchRow),
    exploited: z.object({ /** Open issues that CISA lists with a day to be fixed by. */ open: count, pastDue: count }),
  }),
  z.object({
    cardId,
    chart: z.literal('eol-calendar'),
    /** Installed versions that reach their end within so many days from today; each in the first that fits. */
    within: z.array(z.object({ days: z.literal([30, 90, 180]), versions: count, hosts: count })),
    /** The soonest 20. */
    entries: z.array(endOfLifeEntry),
  }),
  z.object({
    cardId,
    chart: z.literal('silent-hosts'),
    /** Dormant hosts, as the list of dormant hosts counts them. */
    total: count,
    /** Those that fell silent last, at most 10. */
    hosts: z.array(silentHost),
  }),
  /** The site with the largest share of hosts at risk first. */
  z.object({ cardId, chart: z.literal('site-table'), sites: z.array(siteRow) }),
  z.object({ cardId, chart: z.literal('gone') }),
  /** As of a day: `now` for a card that knows only how things stand now, `unknown` where nothing is known of that day. */
  z.object({ cardId, chart: z.literal('no-past'), why: z.enum(['now', 'unknown']) }),
]);
export type CardData = z.output<typeof cardData>;

export const dashboardData = z.object({
  /** In the order of the config's cards. */
  cards: z.array(cardData),
  /** How long the console waits before it asks again. */
  refreshMs: z.int(),
  /** The moment these numbers are of. */
  at: time,
});
export type DashboardData = z.output<typeof dashboardData>;
