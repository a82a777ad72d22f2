import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { asOf, day, time, uuid } from './fields.ts';
import { page } from './page.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

/** Numbers of the catalogue: applications and versions are the same for every customer. */
export const catalogueNumber = z.coerce.number().int().min(1).max(2_147_483_647);
export const cveId = z.string().regex(/^CVE-\d{4}-\d{4,19}$/);

/**
 * Hosts by the worst status an application has on each; `ignored` are those whose every problem is under an ignore
 * rule, counted apart. The five add up to `hosts`.
 */
export const statusSplit = z.object({
  ok: z.int(),
  eol: z.int(),
  insecure: z.int(),
  zeroday: z.int(),
  ignored: z.int(),
});
export type StatusSplit = z.output<typeof statusSplit>;

export const application = z.object({
  applicationId: z.int(),
  /** Null for software that no channel is known for. */
  channelTag: z.string().nullable(),
  name: z.string(),
  publisher: z.string(),
  /** The worst status on any host here, ignored ones left out. */
  status: vulnerabilityStatus,
  split: statusSplit,
  hosts: z.int(),
  versions: z.int(),
  /** Copies told apart by version: a host with two versions has two. */
  installations: z.int(),
  /** Hosts with a problem for which a fixed version is on offer. */
  fixableHosts: z.int(),
  exploitedHosts: z.int(),
  highestEpss: z.number().nullable(),
});
export type Application = z.output<typeof application>;

export const applicationSorts = [
  'name',
  /** The worst status, and among equals the most hosts in it. */
  'status',
  'hosts',
  'installations',
  'versions',
  'zeroday',
  'insecure',
  'eol',
  'ok',
  'highestEpss',
  'exploitedHosts',
] as const;

export const applicationQuery = z.object({
  ...page,
  /** The list as it was counted then. EPSS scores are not kept: they are null in the past. */
  asOf,
  status: vulnerabilityStatus.optional(),
  /** Only applications with hosts whose problems are all under ignore rules. */
  isIgnored: z.literal('true').optional(),
  isExploited: z.literal('true').optional(),
  /** Only applications of which a newer version fixes hosts. */
  isFixable: z.literal('true').optional(),
  /** A part of the name or of the publisher. */
  q: z.string().max(constants.nameMax).optional(),
  sort: z.enum(applicationSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});

/** Of the whole scope, whatever is filtered: what badges and dashboards show. */
export const scopeTotals = z.object({
  hosts: z.int(),
  applications: z.int(),
  versions: z.int(),
  installations: z.int(),
  /** Applications on hosts, each once per host in its worst status. */
  split: statusSplit,
  /** Hosts by the worst status of anything on them. */
  hostSplit: statusSplit,
  exploited: z.int(),
  /** When these numbers were counted; null before the first count. */
  countedAt: time.nullable(),
});
export type ScopeTotals = z.output<typeof scopeTotals>;

export const applicationPage = z.object({
  applications: z.array(application),
  /** How many applications match the filter. */
  total: z.int(),
  nextCursor: z.string().nullable(),
  totals: scopeTotals,
});

/**
 * Why nothing is known of a version, although its status is Ok: the catalogue does not have the software, or cannot
 * place the version among those that records speak of.
 */
export const notJudged = z.enum(['unknown', 'unreadable']);
export type NotJudged = z.output<typeof notJudged>;

export const applicationVersion = z.object({
  versionId: z.int(),
  applicationId: z.int(),
  /** As the host reports it, and in the channel's own way of writing. */
  version: z.string(),
  channelVersion: z.string().nullable(),
  name: z.string(),
  publisher: z.string(),
  status: vulnerabilityStatus,
  isExploited: z.boolean(),
  hosts: z.int(),
  /** Hosts where an ignore rule covers every problem of this version. */
  ignoredHosts: z.int(),
  released: day.nullable(),
  endOfLife: day.nullable(),
  fixedVersion: z.string().nullable(),
  recommendedVersion: z.string().nullable(),
  issues: z.int(),
  highestCvss: z.number().nullable(),
  highestEpss: z.number().nullable(),
  /** How the reported software was recognised; `none` when it was not. */
  identifiedBy: z.string(),
  notJudged: notJudged.nullable(),
});
export type ApplicationVersion = z.output<typeof applicationVersion>;

export const applicationHost = z.object({
  uuid,
  hostName: z.string(),
  groupUuid: uuid.nullable(),
  groupName: z.string().nullable(),
  osName: z.string(),
  lastSeen: time.nullable(),
  versions: z.array(z.object({ versionId: z.int(), version: z.string(), status: vulnerabilityStatus })),
  status: vulnerabilityStatus,
  isIgnored: z.boolean(),
  isExploited: z.boolean(),
});
export type ApplicationHost = z.output<typeof applicationHost>;

export const issue = z.object({
  cveId,
  title: z.string(),
  cvss: z.object({ version: z.string(), vector: z.string(), score: z.number(), source: z.string() }).nullable(),
  epss: z.number().nullable(),
  epssPercentile: z.number().nullable(),
  exploited: day.nullable(),
  exploitedDue: day.nullable(),
  isRansomware: z.boolean(),
  isZeroDay: z.boolean(),
  /** The first version of the channel that this CVE does not reach; the newest, where it differs by version. */
  fixedVersion: z.string().nullable(),
  published: day.nullable(),
  /** Hosts of the site with an affected version of this application, and those where a rule ignores it. */
  hosts: z.int(),
  ignoredHosts: z.int(),
});
export type Issue = z.output<typeof issue>;

/** Why we say so: which record, which range, from which feed. */
export const evidence = z.object({
  cveId: cveId.nullable(),
  feed: z.string(),
  /** Who said it inside the record: the vendor's own entry, an enrichment, the National Vulnerability Database, prose. */
  source: z.string(),
  /** The bounds that matched, in words. */
  range: z.string(),
  /** The statement as the record has it. */
  detail: z.string(),
  /** The version as it was compared. */
  version: z.string(),
  feedRevision: z.int(),
});
export type Evidence = z.output<typeof evidence>;

const hostsOfApplication = z.object({
  ...page,
  applicationId: catalogueNumber,
  versionId: catalogueNumber.optional(),
  status: vulnerabilityStatus.optional(),
  isExploited: z.literal('true').optional(),
  /** Only hosts with a version that has this CVE, where no ignore rule covers it. */
  cveId: cveId.optional(),
  groupUuid: uuid.optional(),
  tagUuid: uuid.optional(),
  /** The beginning of the host's name. */
  q: z.string().max(constants.nameMax).optional(),
});

/** Up to a hundred hosts, separated by commas. */
const hostList = z
  .string()
  .max(3_700)
  .transform((given) => given.split(',').filter((id) => id !== ''))
  .pipe(z.array(uuid).max(100));

const ofSomeHosts = {
  right: 'canViewResults',
  params: z.object({ id: uuid }),
  query: applicationQuery,
  response: applicationPage,
} as const;

export const applications = {
  list: endpoint({
    method: 'GET',
    path: '/applications',
    summary: 'Applications of the site, each once, with its hosts by worst status',
    right: 'canViewResults',
    query: applicationQuery,
    response: applicationPage,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/application-versions',
    summary: 'The versions of an application that are installed in the site',
    right: 'canViewResults',
    query: z.object({ ...page, applicationId: catalogueNumber, status: vulnerabilityStatus.optional() }),
    response: z.object({
      application,
      versions: z.array(applicationVersion),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
  hosts: endpoint({
    method: 'GET',
    path: '/application-hosts',
    summary: 'Hosts that have an application',
    right: 'canViewResults',
    query: hostsOfApplication,
    response: z.object({
      application,
      hosts: z.array(applicationHost),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
  issues: endpoint({
    method: 'GET',
    path: '/application-version-issues',
    summary: 'The CVEs of an application or of one version of it',
    right: 'canViewResults',
    query: z.object({ ...page, applicationId: catalogueNumber, versionId: catalogueNumber.optional() }),
    response: z.object({
      application,
      version: applicationVersion.nullable(),
      issues: z.array(issue),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
  ofHosts: endpoint({
    method: 'GET',
    path: '/hosts/applications',
    summary: 'Applications across chosen hosts; without a choice, across the site',
    right: 'canViewResults',
    query: applicationQuery.extend({ hosts: hostList.optional() }),
    response: applicationPage,
  }),
  ofGroup: endpoint({
    method: 'GET',
    path: '/group/:id/applications',
    summary: 'Applications of the hosts of a group and of those below it',
    ...ofSomeHosts,
  }),
  ofTag: endpoint({
    method: 'GET',
    path: '/tag/:id/applications',
    summary: 'Applications of the hosts that carry a tag',
    ...ofSomeHosts,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/applications/totals',
    summary: 'The numbers of the site by status: what badges and charts show',
    right: 'canViewResults',
    response: scopeTotals,
  }),
  cve: endpoint({
    method: 'GET',
    path: '/cve-info/:id',
    summary: 'A CVE: exploited or not, exposure here, the fix, then the theory and our decisions',
    right: 'canViewResults',
    params: z.object({ id: cveId }),
    response: z.object({
      cveId,
      title: z.string(),
      description: z.string(),
      published: day.nullable(),
      modified: time.nullable(),
      exploited: z.object({ on: day, due: day.nullable(), isRansomware: z.boolean(), action: z.string() }).nullable(),
      isRejected: z.boolean(),
      isDisputed: z.boolean(),
      epss: z.object({ score: z.number(), percentile: z.number() }).nullable(),
      exposure: z.object({
        hosts: z.int(),
        ignoredHosts: z.int(),
        byGroup: z.array(z.object({ groupUuid: uuid.nullable(), groupName: z.string().nullable(), hosts: z.int() })),
      }),
      software: z.array(
        z.object({
          applicationId: z.int(),
          channelTag: z.string().nullable(),
          name: z.string(),
          versions: z.array(
            z.object({
              versionId: z.int(),
              version: z.string(),
              hosts: z.int(),
              status: vulnerabilityStatus,
              evidence: z.array(evidence),
            }),
          ),
          hosts: z.int(),
          fixedVersion: z.string().nullable(),
          recommendedVersion: z.string().nullable(),
        }),
      ),
      windowsUpdates: z.array(z.object({ kbArticle: z.string(), title: z.string(), hostsMissing: z.int() })),
      scores: z.array(z.object({ version: z.string(), vector: z.string(), score: z.number(), source: z.string() })),
      references: z.array(z.string()),
      feeds: z.array(z.string()),
      /** Ignore rules of the site that name this CVE. */
      decisions: z.array(
        z.object({
          ignoreRuleUuid: uuid,
          scope: z.enum(['site', 'group', 'host']),
          scopeName: z.string(),
          reasonKind: z.string(),
          reason: z.string(),
          owner: z.string(),
          expires: time,
          state: z.enum(['active', 'expiring', 'expired', 'revoked']),
        }),
      ),
    }),
  }),
};
