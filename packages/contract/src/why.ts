import { z } from 'zod';
import { approvalLevels, approvalStatuses, channelTag, decisionModes, wuaKey } from './approval-fields.ts';
import { endpoint } from './endpoint.ts';
import { byId, time, uuid } from './fields.ts';
import { goalActionTypes } from './goals.ts';

/** What shall happen on a host about one subject. */
export const verdictActions = ['update', 'wait', 'stay', 'none'] as const;
export const verdictReasons = [
  'auto',
  'approved',
  'blocked',
  'approvedVersionReached',
  /** A newer version is there, and the host does not get it because only the one it has is approved. */
  'newerNotApproved',
  'newestInstalled',
  'undecided',
  'needsSettings',
  'delayed',
  /** Nobody has vouched for a package of the version. */
  'noPackage',
  /** The packager prepares a package of the version. */
  'packageComing',
  /** It is prepared, and the verifier has not vouched for it yet. */
  'packageAwaitsVerifier',
  /** It is prepared, and people have not signed it yet. */
  'packageAwaitsPerson',
  /** The packager should prepare a package of the version and does not answer. */
  'packagerSilent',
  /** The packager holds the package of the version back. */
  'packageHeld',
  /** The vendor's file cannot be had now, or is another than its manifest says. */
  'packageUnavailable',
  /** No package of the version can be made from public manifests. */
  'packageNotOffered',
  'notInRepositories',
  /** Packages of the version were vouched for, and none runs on this host. */
  'packageUnfit',
  /** There are packages of the version, and none is for copies of the variant that the host has. */
  'noFit',
  /** The old copy belongs to a user, and every package of the version is for the machine's copy. */
  'notForUsers',
  /** The old copy belongs to the machine, and every package of the version is for copies of users. */
  'notForMachine',
  /** What was vouched for is too old to count. */
  'packageExpired',
  /** Custom settings name a file of the site's own, for which nobody has vouched. */
  'ownFile',
  /** The server has no signer: it can order nothing. */
  'noSigner',
  /** The host has no root of keys: it obeys no order. */
  'noRoot',
  /** It was tried and failed for good; nobody has decided anew since. */
  'givenUp',
  'notInstalled',
  /** The installed version cannot be compared with the one decided on. */
  'notComparable',
] as const;
export const awaitedKinds = [
  'checkIn',
  'delay',
  'settings',
  /** A statement about a package that fits the host and has not expired. */
  'package',
  'signer',
  /** There is a signer, and it has not answered for a while. */
  'signerAnswer',
  'root',
  /** Work that was given up: somebody must decide anew. */
  'newDecision',
  'host',
  'restart',
  'secondPerson',
] as const;

export const verdict = z.object({
  action: z.enum(verdictActions),
  reason: z.enum(verdictReasons),
  /** The version the host shall have; null when it stays. */
  toVersion: z.string().nullable(),
  status: z.enum(approvalStatuses),
  /** Who decided; null when nobody did. */
  level: z.enum([...approvalLevels, 'host']).nullable(),
  scopeUuid: uuid.nullable(),
  scopeName: z.string().nullable(),
  /** Which copies no package is for, with `noFit`: "32-bit MSI copies". */
  copies: z.string().optional(),
  /** The answer as a person would give it. */
  sentence: z.string(),
});
export type Verdict = z.output<typeof verdict>;

/** A place that was asked, nearest to the host first. */
export const traceStep = z.object({
  level: z.enum([...approvalLevels, 'host']),
  scopeUuid: uuid.nullable(),
  scopeName: z.string(),
  mode: z.enum(decisionModes),
  status: z.enum(approvalStatuses),
  version: z.string().nullable(),
  /** Decided by a classification instead of the update itself. */
  isByClass: z.boolean(),
  by: z.string().nullable(),
  at: time.nullable(),
  role: z.enum(['wins', 'beaten', 'silent']),
  /** Why it lost, or what it says. */
  sentence: z.string(),
});
export type TraceStep = z.output<typeof traceStep>;

export const awaited = z.object({ kind: z.enum(awaitedKinds), sentence: z.string(), until: time.nullable() });
export type AwaitedStep = z.output<typeof awaited>;

/** A deployment job, and how far it is on the host. */
const aboutIt = z.object({
  goalUuid: uuid,
  title: z.string(),
  actionType: z.enum(goalActionTypes),
  /** How far, as a sentence. */
  cause: z.string(),
});
export type JobAboutIt = z.output<typeof aboutIt>;

const subject = { channelTag: channelTag.optional(), wuaKey: wuaKey.optional() };

export const why = {
  /** For a page that shows many: one short answer for everything on the host. */
  ofHost: endpoint({
    method: 'GET',
    path: '/agent/:id/approvals',
    summary: 'What is decided for everything on a host',
    right: 'canViewResults',
    params: byId,
    response: z.object({
      approvals: z.array(z.object({ channelTag: z.string().nullable(), wuaKey: z.string().nullable(), verdict })),
      revision: z.int(),
    }),
  }),
  explain: endpoint({
    method: 'GET',
    path: '/agent/:id/why',
    summary: 'Why an application or a Windows update is, or is not, updated on a host',
    right: 'canViewResults',
    params: byId,
    query: z.object(subject),
    response: z.object({
      hostName: z.string(),
      name: z.string(),
      installedVersions: z.array(z.string()),
      newestVersion: z.string().nullable(),
      verdict,
      trace: z.array(traceStep),
      awaits: z.array(awaited),
      /** Deployment jobs that want something of the application on this host, the newest first. */
      jobs: z.array(aboutIt),
    }),
  }),
  spread: endpoint({
    method: 'GET',
    path: '/approval-spread',
    summary: 'What is decided for all hosts that have an application or miss a Windows update, and who decided',
    right: 'canViewResults',
    query: z.object({ ...subject, groupUuid: uuid.optional(), tagUuid: uuid.optional() }),
    response: z.object({
      name: z.string(),
      newestVersion: z.string().nullable(),
      hosts: z.int(),
      outcomes: z.array(verdict.extend({ hosts: z.int() })),
    }),
  }),
};
