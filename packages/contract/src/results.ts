import { z } from 'zod';
import { applicationVersion, catalogueNumber, evidence, issue, notJudged, statusSplit } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { day, time, uuid } from './fields.ts';
import { hostInfo } from './hosts.ts';
import { restartSettings } from './restart-settings.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';
import { foundUpdate } from './windows-updates.ts';

/** What may be done with an application on a host, and what is set to be done. */
export const capabilities = z.object({
  isInstallableSystemBased: z.boolean(),
  isInstallableUserBased: z.boolean(),
  isEmpty: z.boolean(),
  isConfigured: z.boolean(),
  isRemovable: z.boolean(),
  isInstallable: z.boolean(),
  isRemovableSystemBased: z.boolean(),
  isRemovableUserBased: z.boolean(),
  isSetToInstallSystemBased: z.boolean(),
  isSetToInstallUserBased: z.boolean(),
  isSetToRemoveSystemBased: z.boolean(),
  isSetToRemoveUserBased: z.boolean(),
});
export type Capabilities = z.output<typeof capabilities>;

/** Where and how a copy was seen. */
export const sighting = z.object({
  scope: z.enum(['machine', 'user']),
  user: z.string().nullable(),
  path: z.string().nullable(),
  fileVersion: z.string().nullable(),
  productCode: z.string().nullable(),
  source: z.string(),
  architecture: z.string().nullable(),
  detected: time,
});

/** The worst few of a version's CVEs, for the row below it. */
export const issueMark = z.object({
  cveId: z.string(),
  isExploited: z.boolean(),
  isZeroDay: z.boolean(),
  isIgnored: z.boolean(),
  epss: z.number().nullable(),
  cvss: z.number().nullable(),
});

export const installedVersion = z.object({
  versionId: z.int(),
  /** The name the host gives it, which is not always the application's. */
  reportedName: z.string(),
  reportedPublisher: z.string(),
  version: z.string(),
  channelVersion: z.string().nullable(),
  status: vulnerabilityStatus,
  isIgnored: z.boolean(),
  isExploited: z.boolean(),
  endOfLife: day.nullable(),
  fixedVersion: z.string().nullable(),
  recommendedVersion: z.string().nullable(),
  issues: z.int(),
  worstIssues: z.array(issueMark),
  identifiedBy: z.string(),
  notJudged: notJudged.nullable(),
  sightings: z.array(sighting),
  /** A correction of ours that decides what this is. */
  correctionUuid: uuid.nullable(),
});
export type InstalledVersion = z.output<typeof installedVersion>;

export const hostApplication = z.object({
  applicationId: z.int(),
  channelTag: z.string().nullable(),
  name: z.string(),
  publisher: z.string(),
  /** The worst of its versions here, ignored ones left out. */
  status: vulnerabilityStatus,
  isIgnored: z.boolean(),
  isExploited: z.boolean(),
  recommendedVersion: z.string().nullable(),
  isDriver: z.boolean(),
  isHidden: z.boolean(),
  isSuiteMember: z.boolean(),
  /** Part of another application that is installed with it. */
  isChild: z.boolean(),
  ignoreRuleUuids: z.array(uuid),
  versions: z.array(installedVersion),
  capabilities,
});
export type HostApplication = z.output<typeof hostApplication>;

const flag = z.enum(['true', 'false']).default('false');
const shown = {
  showChildren: flag,
  showDrivers: flag,
  showHidden: flag,
  /** Also what has no problem; on unless switched off. */
  showInstalled: z.enum(['true', 'false']).default('true'),
  showSuiteMembers: flag,
};

/** A task of a host, in the words of the list of its activities. */
export const hostTask = z.object({
  taskUuid: uuid,
  title: z.string(),
  toVersion: z.string(),
  label: z.string(),
  changed: time,
});
export type HostTask = z.output<typeof hostTask>;

/** How many applications each option would show or hide. */
const optionCounts = z.object({
  children: z.int(),
  drivers: z.int(),
  hidden: z.int(),
  installed: z.int(),
  suiteMembers: z.int(),
});

export const results = {
  ofHost: endpoint({
    method: 'GET',
    path: '/agent/:id/applications',
    summary: 'Applications of one host',
    right: 'canViewResults',
    params: z.object({ id: uuid }),
    response: z.object({ applications: z.array(hostApplication), split: statusSplit }),
  }),
  full: endpoint({
    method: 'GET',
    path: '/agent/:id/full-results',
    summary: 'All that is known of one host: applications with evidence, Windows updates, tasks, restart settings',
    right: 'canViewResults',
    params: z.object({ id: uuid }),
    query: z.object({
      ...shown,
      /** Only time went by since the last answer, and nobody asked: what was told some seconds ago may be told again. */
      isPeriodic: flag,
    }),
    response: z.object({
      applications: z.array(hostApplication),
      /** Of all its applications, whatever the options show. */
      split: statusSplit,
      optionCounts,
      winUpdates: z.array(foundUpdate),
      /** When the host last said what Windows offers it; null: it never did, so nothing is known of what it misses. */
      winUpdatesReported: time.nullable(),
      hostInfo,
      /** What the host was told to do lately, the last changed first; none on a site without patching. */
      tasks: z.array(hostTask),
      hostUsers: z.array(z.string()),
      siteRestartSettings: restartSettings,
      restartTags: z.array(z.object({ tagUuid: uuid, tagName: z.string(), restartSettings })),
      serverTime: time,
    }),
  }),
  updateInfo: endpoint({
    method: 'GET',
    path: '/application-version-update-info/:id/:host',
    summary: 'What updating a version on a host would bring, and why we say so',
    right: 'canViewResults',
    params: z.object({ id: catalogueNumber, host: uuid }),
    response: z.object({
      version: applicationVersion,
      isInstalled: z.boolean(),
      sightings: z.array(sighting),
      fixedVersion: z.string().nullable(),
      recommendedVersion: z.string().nullable(),
      recommendedReleased: day.nullable(),
      /** What goes away with the recommended version, and what stays. */
      resolved: z.array(issue),
      remaining: z.array(issue),
      evidence: z.array(evidence),
      packages: z.array(
        z.object({
          version: z.string(),
          architecture: z.string(),
          scope: z.string().nullable(),
          kind: z.string(),
          sha256: z.string(),
        }),
      ),
    }),
  }),
};
