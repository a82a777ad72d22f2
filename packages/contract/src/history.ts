import { z } from 'zod';
import { severities } from './dashboard-data.ts';
import { endpoint } from './endpoint.ts';
import { day, time, uuid } from './fields.ts';
import { page } from './page.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

/** A day of the past, in UTC: how things stood when it ended. Today, or none: how they stand now. */
const onDay = z.object({ date: day.optional() });

const installed = z.object({
  versionId: z.int(),
  applicationId: z.int().nullable(),
  name: z.string(),
  publisher: z.string(),
  version: z.string(),
  /** What the catalogue said of it on that day; ignore rules are left aside. */
  status: vulnerabilityStatus,
});

/** A CVE at the site, from the first count that found it to the first that no longer did. */
const issueSpan = z.object({
  cveId: z.string(),
  severity: z.enum(severities),
  isExploited: z.boolean(),
  firstSeen: time,
  fixedOn: time.nullable(),
  daysOpen: z.number(),
  targetDays: z.int(),
  isWithinTarget: z.boolean(),
  /** By when CISA wants it fixed. */
  dueOn: day.nullable(),
});
export type IssueSpan = z.output<typeof issueSpan>;

export const history = {
  counts: endpoint({
    method: 'GET',
    path: '/history/counts',
    summary: 'The numbers of the site, a group or a tag as they stood at the end of a day; null before the first count',
    right: 'canViewResults',
    query: onDay.extend({ groupUuid: uuid.optional(), tagUuid: uuid.optional() }),
    response: z.object({
      date: day,
      counts: z
        .object({ ok: z.int(), eol: z.int(), insecure: z.int(), zeroDay: z.int(), ignored: z.int(), total: z.int() })
        .nullable(),
    }),
  }),
  ofHost: endpoint({
    method: 'GET',
    path: '/agent/:id/history',
    summary:
      'What a host had installed at the end of a day, and how bad that was known to be; null when it is not known',
    right: 'canViewResults',
    params: z.object({ id: uuid }),
    query: onDay,
    response: z.object({ date: day, installed: z.array(installed).nullable() }),
  }),
  issues: endpoint({
    method: 'GET',
    path: '/issue-history',
    summary:
      'Issues of the site with when each was first seen and fixed: open ones oldest first, fixed ones newest first',
    right: 'canViewResults',
    query: z.object({ ...page, state: z.enum(['open', 'fixed']).default('open') }),
    response: z.object({ issues: z.array(issueSpan), nextCursor: z.string().nullable() }),
  }),
};
