import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { customerSettings } from './session.ts';

export const customerLimits = {
  licences: 10_000_000,
  /** A host that is not dormant takes a licence, and a licence is free again after this many days. */
  dormancyDays: constants.licenceDays,
} as const;

const answer = customerSettings.extend({
  /** After a site switch, go to the dashboard instead of staying on the page. */
  isSiteRedirect: z.boolean(),
  /** Licences in use at all sites. */
  licencesInUse: z.int().min(0),
  /** Grows with every save; a save names the one it started from. */
  serialNumber: z.int(),
});
export type CustomerSettingsAnswer = z.output<typeof answer>;

/** Settings of the customer: they hold for all of its sites. */
export const customer = {
  readSettings: endpoint({
    method: 'GET',
    path: '/customer-settings',
    summary: 'The settings that hold for all sites, and the licences in use',
    right: 'isSystemAdmin',
    response: answer,
  }),
  saveSettings: endpoint({
    method: 'PATCH',
    path: '/customer-settings',
    summary: 'Change settings that hold for all sites; what is not given stays as it was',
    right: 'isSystemAdmin',
    moves: 'nothing',
    stepUp: 'recent',
    ungated: 'Says when a host counts as dormant and what the customer may use; gives no host any work',
    body: z.strictObject({
      agentInactivityToDormancyTimeoutDays: z.int().min(1).max(customerLimits.dormancyDays).optional(),
      hostLicenseCount: z.int().min(0).max(customerLimits.licences).optional(),
      isCustomSoftwareEnabled: z.boolean().optional(),
      isSoftwareDeploymentEnabled: z.boolean().optional(),
      isTrialModeEnabled: z.boolean().optional(),
      allowCustomSoftwareUi: z.boolean().optional(),
      isSiteRedirect: z.boolean().optional(),
      serialNumber: z.int(),
    }),
    response: answer,
  }),
};
