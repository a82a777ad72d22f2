import { z } from 'zod';
import { severities, silentHost } from './dashboard-data.ts';
import { endpoint } from './endpoint.ts';
import { day, time, uuid } from './fields.ts';
import { vulnerability } from './vulnerabilities.ts';

const count = z.int().min(0);

/** One site, or all sites of the customer that the caller may see. */
export const reportScopes = ['site', 'customer'] as const;
export type ReportScope = (typeof reportScopes)[number];

/** Hosts in the count of a moment, and those whose worst application is Insecure or 0-Day. */
const standing = z.object({ hosts: count, atRisk: count });

const issueNumbers = {
  /** First seen in the period. */
  opened: count,
  /** No longer found on any host; fixed in the period. */
  fixed: count,
  /** Of those, within the days that their severity is given. */
  fixedInTime: count,
  /** Open now. */
  open: count,
};

export const report = z.object({
  scope: z.enum(reportScopes),
  customerName: z.string(),
  /** Null for a report of the customer. */
  siteName: z.string().nullable(),
  /** The first and the last day, in UTC. */
  from: day,
  until: day,
  /** The last day is not over: the end of the period is now. */
  isPartial: z.boolean(),
  madeAt: time,
  madeBy: z.string(),
  /** Hosts now. */
  hosts: z.object({
    active: count,
    /** Active ones, as their system names itself. */
    workstations: count,
    servers: count,
    dormant: count,
  }),
  risk: z.object({
    /** The first day of the history that is kept; null before the first count. */
    knownSince: day.nullable(),
    /** Null where the history does not reach back so far. */
    begin: standing.nullable(),
    end: standing.nullable(),
  }),
  /** An issue is a CVE at a site. */
  issues: z.object({
    ...issueNumbers,
    rows: z.array(
      z.object({
        severity: z.enum(severities),
        targetDays: z.int(),
        ...issueNumbers,
        /** Half of those fixed were open for no longer than this; null when none was fixed. */
        medianDays: z.number().nullable(),
      }),
    ),
  }),
  updates: z.object({
    /** Updates that a later inventory proved, as the dashboard counts them. */
    verified: count,
    /** Of those, what they replaced was insecure. */
    security: count,
    /** Updates, installs and removals that failed, as the patching activity lists them. */
    failed: count,
    /** The ten applications and Windows updates with most verified updates. */
    applications: z.array(
      z.object({
        name: z.string(),
        channelTag: z.string().nullable(),
        /** Of a Windows update. */
        kbArticle: z.string().nullable(),
        verified: count,
        failed: count,
      }),
    ),
  }),
  /** Open now. Of a site, rows of its list of vulnerabilities; of a customer, issues. */
  stillOpen: z.object({
    exploited: count,
    overdue: count,
    /** The ten most urgent ones that are exploited or overdue; none in a report of a customer. */
    vulnerabilities: z.array(vulnerability),
  }),
  /** Change sets that took effect in the period. */
  changes: count,
  /** Dormant hosts now; at most ten of them, those that fell silent last. */
  silent: z.object({ total: count, hosts: z.array(silentHost) }),
  /** Of a report of a customer: its sites by name. */
  sites: z.array(
    z.object({
      siteAccountUuid: uuid,
      siteName: z.string(),
      hosts: count,
      /** In the last count. */
      atRisk: count,
      opened: count,
      fixed: count,
      exploited: count,
      overdue: count,
      dormant: count,
    }),
  ),
});
export type Report = z.output<typeof report>;

export const reports = {
  read: endpoint({
    method: 'GET',
    path: '/report',
    summary:
      'What was done in a period at the site, or at all sites of the customer that the caller may see; without days, in the last whole month',
    right: 'canViewResults',
    query: z.object({ scope: z.enum(reportScopes).default('site'), from: day.optional(), until: day.optional() }),
    response: report,
  }),
};
