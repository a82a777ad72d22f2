import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const patchingLimits = { releaseBudget: 100_000, taskLifeDays: 365 } as const;

const fields = {
  /** Updates that approvals may hand out in an hour, beyond those that have been proven by then. */
  releaseBudget: z.int().min(1).max(patchingLimits.releaseBudget),
  /** Work that no host has finished within so many days is given up. */
  taskLifeDays: z.int().min(1).max(patchingLimits.taskLifeDays),
};

export const patchingSettings = z.strictObject({
  ...fields,
  /** Grows with every save; a save names the one it started from. */
  serialNumber: z.int().min(0),
});
export type PatchingSettings = z.output<typeof patchingSettings>;

/** In force where a site has saved nothing. */
export const patchingDefaults = { releaseBudget: 1_000, taskLifeDays: 30 } as const;

export const patching = {
  readSettings: endpoint({
    method: 'GET',
    path: '/patching-settings',
    summary: 'How fast and how long the hosts of the site are given work',
    right: 'canViewResults',
    response: patchingSettings,
  }),
  saveSettings: endpoint({
    method: 'POST',
    path: '/patching-settings',
    summary: 'Change how fast and how long the hosts of the site are given work',
    right: 'canChangeSettings',
    moves: 'nothing',
    ungated: 'The pace of what is decided already; only people may',
    body: patchingSettings,
    response: patchingSettings,
  }),
};
