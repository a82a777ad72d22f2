import { z } from 'zod';
import { cveId } from './applications.ts';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { day, time } from './fields.ts';
import { page } from './page.ts';

/** How soon somebody should act, the most urgent first. */
export const priorityLevels = ['act-now', 'soon', 'plan', 'watch'] as const;
export type PriorityLevel = (typeof priorityLevels)[number];

/** What the site decided about the updates of an application, itself or by the system's default. */
export const decisionStates = ['auto', 'approved', 'blocked', 'none'] as const;
export type DecisionState = (typeof decisionStates)[number];

/** A CVE in one application of the site. A CVE that two applications carry has a row for each. */
export const vulnerability = z.object({
  cveId,
  title: z.string(),
  applicationId: z.int(),
  applicationName: z.string(),
  channelTag: z.string().nullable(),
  priority: z.enum(priorityLevels),
  /** Why it has that priority: "Exploited by ransomware, 12 hosts, 9 days overdue". */
  reason: z.string(),
  isExploited: z.boolean(),
  isRansomware: z.boolean(),
  /** The day by which it should be fixed: CISA's, or the target of its severity if that is earlier. */
  dueOn: day.nullable(),
  isOverdue: z.boolean(),
  /** Hosts with an affected version on which no ignore rule covers it. */
  hosts: z.int(),
  cvss: z.number().nullable(),
  epss: z.number().nullable(),
  /** Some host can be rid of it: an affected version has a fixed version on offer. */
  isFixable: z.boolean(),
  /** The version that fixes it; null when none is on offer. */
  fixedVersion: z.string().nullable(),
  published: day.nullable(),
  /** Null for who may not see approvals. The version is the one approved, where a single one is. */
  decision: z.object({ state: z.enum(decisionStates), version: z.string().nullable() }).nullable(),
});
export type Vulnerability = z.output<typeof vulnerability>;

export const vulnerabilities = {
  list: endpoint({
    method: 'GET',
    path: '/vulnerabilities',
    summary: 'The open vulnerabilities of the site, the most urgent first, each with its reason, fix and decision',
    right: 'canViewResults',
    query: z.object({
      ...page,
      priority: z.enum(priorityLevels).optional(),
      isExploited: z.literal('true').optional(),
      isOverdue: z.literal('true').optional(),
      isFixable: z.literal('true').optional(),
      /** Refused to who may not see approvals. */
      decision: z.enum(decisionStates).optional(),
      /** A part of the CVE's id or of the application's name. */
      q: z.string().max(constants.nameMax).optional(),
    }),
    response: z.object({
      vulnerabilities: z.array(vulnerability),
      /** How many rows match the filter. */
      total: z.int(),
      /** How many rows there are without a filter. */
      all: z.int(),
      nextCursor: z.string().nullable(),
      /** When the hosts were counted; null before the first count. */
      countedAt: time.nullable(),
      /** Some host of the site has reported its software. */
      isReported: z.boolean(),
    }),
  }),
};
