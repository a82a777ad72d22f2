import { z } from 'zod';
import { constants } from './constants.ts';
import { severities } from './dashboard-data.ts';
import { endpoint } from './endpoint.ts';
import { asOf, day, time, uuid } from './fields.ts';
import { page } from './page.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

const onDay = z.object({ date: asOf });

const installed = z.object({
  versionId: z.int(),
  applicationId: z.int().nullable(),
  name: z.string(),
  publisher: z.string(),
  version: z.string(),
  /** What the catalogue said of it on that day; ignore rules are left aside. */
  status: vulnerabilityStatus,
});

/** A host that is at the site now, with what it had on a day. */
const hostOnDay = z.object({
  uuid,
  hostName: z.string(),
  /** Null when the host had not reported by then, or what it reported is no longer kept. */
  known: z
    .object({
      /** The worst of its applications. */
      status: vulnerabilityStatus,
      /** Its applications by their worst status, as the catalogue judged them then; ignore rules are left aside. */
      split: z.object({ ok: z.int(), eol: z.int(), insecure: z.int(), zeroday: z.int() }),
    })
    .nullable(),
});
export type HostOnDay = z.output<typeof hostOnDay>;

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
  hosts: endpoint({
    method: 'GET',
    path: '/history/hosts',
    summary: 'Hosts of the site that were enrolled by the end of a day, by name, with what each had then',
    right: 'canViewResults',
    query: z.object({
      ...page,
      date: day,
      /** The beginning of the name. */
      q: z.string().max(constants.nameMax).optional(),
    }),
    response: z.object({ date: day, hosts: z.array(hostOnDay), total: z.int(), nextCursor: z.string().nullable() }),
  }),
  issues: endpoint({
    method: 'GET',
    path: '/issue-history',
    summary:
      'Issues of the site with when each was first seen and fixed: open ones oldest first, fixed ones newest first',
    right: 'canViewResults',
    query: z.object({
      ...page,
      state: z.enum(['open', 'fixed']).default('open'),
      /** With `open` alone: those that were open then. Score, severity and exploited are those of today. */
      asOf,
    }),
    response: z.object({
      issues: z.array(issueSpan),
      /** How many there are of them. */
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
};
