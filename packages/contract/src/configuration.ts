import { z } from 'zod';
import { inspectionSchedule } from './agent/protocol.ts';
import { endpoint } from './endpoint.ts';
import { name, nothing, time, uuid } from './fields.ts';

/** A token as it is listed: what it opens and how far it is used, never the secret. */
export const installToken = z.object({
  installTokenUuid: uuid,
  name,
  groupUuid: uuid.nullable(),
  tagUuids: z.array(uuid),
  useCap: z.int(),
  usedCount: z.int(),
  expires: time,
  isRevoked: z.boolean(),
  created: time,
});
export type InstallToken = z.output<typeof installToken>;

export const installTokenLimits = { useCap: 100_000, days: 365, defaultDays: 30 } as const;

/** What happens when an application that is to be updated is open. The order is that of the stored numbers. */
export const openApplicationWays = ['install', 'wait', 'ask', 'close'] as const;

const openApplications = {
  openApplication: z.enum(openApplicationWays),
  /** How long people are asked, or have to save their work. */
  closeSeconds: z.int().min(0).max(3_600),
};

export const agentSettings = inspectionSchedule.extend({
  ...openApplications,
  /** The newest agent this server hands out. */
  currentVersion: z.string(),
  /** Grows with every save; a save names the one it started from. */
  serialNumber: z.int(),
  /** New hosts wait until somebody accepts them. */
  isAcceptanceRequired: z.boolean(),
});
export type AgentSettings = z.output<typeof agentSettings>;

/** The systems that the agent is built for. */
export const agentSystems = ['windows', 'linux'] as const;
export type AgentSystem = (typeof agentSystems)[number];

/** A package that installs the agent, as the server has it. */
const agentPackage = z.object({ system: z.enum(agentSystems), filename: z.string(), size: z.int() });

export const configuration = {
  read: endpoint({
    method: 'GET',
    path: '/configuration',
    summary: 'The configuration page: install tokens of the site',
    right: 'canViewResults',
    response: z.object({ installTokens: z.array(installToken) }),
  }),
  createInstallToken: endpoint({
    method: 'POST',
    path: '/install-token',
    summary: 'Make an install token; the answer is the only place its secret is ever shown',
    right: 'canAdmitHosts',
    moves: 'nothing',
    ungated: 'Admits hosts that are not there yet, and only people may',
    body: z.strictObject({
      name,
      groupUuid: uuid.nullable().default(null),
      tagUuids: z.array(uuid).max(50).default([]),
      useCap: z.int().min(1).max(installTokenLimits.useCap),
      expiresInDays: z.int().min(1).max(installTokenLimits.days).default(installTokenLimits.defaultDays),
    }),
    response: z.object({ installToken, secret: z.string() }),
  }),
  revokeInstallToken: endpoint({
    method: 'DELETE',
    path: '/install-token/:id',
    summary: 'Revoke an install token; hosts that used it stay',
    right: 'canAdmitHosts',
    moves: 'nothing',
    ungated: 'Hosts that used it stay',
    params: z.object({ id: uuid }),
    response: nothing,
  }),
  readAgentSettings: endpoint({
    method: 'GET',
    path: '/agent-settings',
    summary: 'When the agents of the site inspect their hosts, and what they do about open applications',
    right: 'canViewResults',
    response: agentSettings,
  }),
  saveAgentSettings: endpoint({
    method: 'POST',
    path: '/agent-settings',
    summary: 'Change when the agents inspect, and what they do about open applications',
    right: 'canChangeSettings',
    moves: 'nothing',
    ungated: 'Says when hosts inspect and how open applications are closed; decides no update, and only people may',
    body: inspectionSchedule.extend({
      serialNumber: z.int(),
      isAcceptanceRequired: z.boolean(),
      /** What is not given stays as it was. */
      openApplication: openApplications.openApplication.optional(),
      closeSeconds: openApplications.closeSeconds.optional(),
    }),
    response: agentSettings,
  }),
  // The packages are the same for every site, and a link in a page cannot name one: whoever is signed in gets them.
  agentPackages: endpoint({
    method: 'GET',
    path: '/agent-package',
    summary: 'The packages of the agent that this server hands out',
    right: 'signedIn',
    response: z.object({ agentPackages: z.array(agentPackage) }),
  }),
  downloadAgentPackage: endpoint({
    method: 'GET',
    path: '/agent-package/:system',
    summary: 'The package that installs the agent on one system',
    right: 'signedIn',
    kind: 'download',
    params: z.object({ system: z.enum(agentSystems) }),
    response: nothing,
  }),
};
