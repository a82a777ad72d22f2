import { z } from 'zod';
import { restartStates } from './activities.ts';
import { endpoint } from './endpoint.ts';
import { byId, name, text, time, uuid } from './fields.ts';
import { hostSelection } from './hosts.ts';
import { type RestartSettings, restartSettings } from './restart-settings.ts';

/** In force where a site has saved nothing. */
export const restartDefaults: RestartSettings = {
  title: 'Restart required',
  message: 'Updates were installed on this computer and need a restart to take effect. Please save your work.',
  delaySeconds: 60,
  snoozeSeconds: 600,
  secondsUntilForce: 3_600,
};

/** Numbers between dots, as agents count their versions. */
const agentVersion = z.string().regex(/^\d{1,9}(\.\d{1,9}){0,3}$/, 'Write a version such as 0.1.0');

export const siteRestartSettings = restartSettings.extend({
  /** Only agents above this version are asked to restart their hosts. */
  minimumAgentVersion: z.string(),
  /** Grows with every save; a save names the one it started from. */
  serialNumber: z.int(),
});
export type SiteRestartSettings = z.output<typeof siteRestartSettings>;
/** Every agent there ever was is above it. */
export const defaultMinimumAgent = '0.0.0';

export const restartLimits = { hosts: 1_000, places: 100, daysAhead: 30 } as const;

/** Whom a restart is asked of: hosts, or the hosts in groups or with tags. Given together, all of them. */
const targets = {
  agentUuid: z.array(uuid).max(restartLimits.hosts).default([]),
  groupUuid: z.array(uuid).max(restartLimits.places).default([]),
  tagUuid: z.array(uuid).max(restartLimits.places).default([]),
  /** What is ticked in a list of hosts. */
  selection: hostSelection.optional(),
};
const someHosts = z.strictObject(targets);
export type RestartTargets = z.output<typeof someHosts>;

const request = z.strictObject({
  ...targets,
  /** When people begin to be asked; at once when it is not given. */
  deadline: time.optional(),
  reason: text.optional(),
  /** How many hosts the preview showed: another number by now is refused. */
  expectedCount: z.int().min(0).optional(),
});

const leftOut = z.object({
  /** Their agent is not above the minimum version. */
  tooOld: z.int(),
  /** Disabled, waiting, in quarantine or in the trash. */
  notAtWork: z.int(),
});

const preview = z.object({
  hosts: z.int(),
  workstations: z.int(),
  servers: z.int(),
  /** Of those, not heard of for days: they restart when they are back. */
  dormant: z.int(),
  /** Of those, already asked for another restart: this one takes its place. */
  alreadyAsked: z.int(),
  leftOut,
  minimumAgentVersion: z.string(),
  settings: restartSettings,
  rebootDeadline: time,
  forceTime: time,
});
export type RestartPreview = z.output<typeof preview>;

const hostRestart = z.object({
  restartState: z.enum(restartStates),
  /** Asked for, and its deadline is still to come. */
  isScheduled: z.boolean(),
  lastBootRequestTime: time.nullable(),
  /** Who asked for it. */
  requestedBy: z.string().nullable(),
  restartTagUuid: uuid.nullable(),
  restartTagName: name.nullable(),
  settings: restartSettings,
  /** When the dialog was first shown at the host. */
  shownTime: time.nullable(),
  lastRebootSnoozeTime: time.nullable(),
  snoozedUntil: time.nullable(),
  rebootDeadline: time.nullable(),
  forceTime: time.nullable(),
  /** When the host started since it was asked to. */
  rebootTime: time.nullable(),
  lastKnownBootTime: time,
  /** Why no restart can be asked for; null when one can. */
  refusal: z.string().nullable(),
  isCancellable: z.boolean(),
});
export type HostRestart = z.output<typeof hostRestart>;

const requested = z.object({
  success: z.boolean(),
  count: z.int(),
  leftOut,
  lastBootRequestTime: time,
  rebootDeadline: time,
});

export const restarts = {
  readSettings: endpoint({
    method: 'GET',
    path: '/restart-settings',
    summary: 'How hosts of the site are restarted: what new restart tags begin with',
    right: 'canViewResults',
    response: siteRestartSettings,
  }),
  saveSettings: endpoint({
    method: 'POST',
    path: '/restart-settings',
    summary: 'Change how hosts of the site are restarted',
    right: 'canChangeSettings',
    moves: 'nothing',
    ungated: 'Says how restarts are shown; each restart passes the gate itself',
    body: z.strictObject({ ...siteRestartSettings.shape, minimumAgentVersion: agentVersion }),
    response: siteRestartSettings,
  }),
  readDefaults: endpoint({
    method: 'GET',
    path: '/restart-settings-defaults',
    summary: 'The restart settings of a site that has saved none',
    right: 'canViewResults',
    response: restartSettings,
  }),
  request: endpoint({
    method: 'POST',
    path: '/restart-hosts/:restartTagUuid',
    summary: 'Ask hosts, or the hosts of groups or tags, to restart under the settings of a restart tag',
    right: 'canMakeChanges',
    moves: 'nothing',
    gate: 'restart',
    params: z.object({ restartTagUuid: uuid }),
    body: request,
    response: requested,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/restart-hosts/:restartTagUuid/preview',
    summary: 'Whom a restart would reach, and when',
    right: 'canMakeChanges',
    moves: 'nothing',
    ungated: 'Changes nothing',
    params: z.object({ restartTagUuid: uuid }),
    body: request,
    response: preview,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/restart-hosts-cancel',
    summary: 'Take requested restarts back whose deadline is still to come',
    right: 'canMakeChanges',
    moves: 'nothing',
    ungated: 'Takes back what was asked for',
    body: someHosts,
    response: z.object({ success: z.boolean(), count: z.int(), /** Their deadline is over. */ tooLate: z.int() }),
  }),
  ofHost: endpoint({
    method: 'GET',
    path: '/agent/:id/restart',
    summary: 'Where the restart of a host stands',
    right: 'canViewResults',
    params: byId,
    response: hostRestart,
  }),
  requestOfHost: endpoint({
    method: 'POST',
    path: '/agent/:id/restart/:tag',
    summary: 'Ask one host to restart at once under the settings of a restart tag',
    right: 'canMakeChanges',
    moves: 'nothing',
    gate: 'restart',
    params: z.object({ id: uuid, tag: uuid }),
    response: hostRestart,
  }),
};
