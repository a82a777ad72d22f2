import { z } from 'zod';
import { tokenLife } from './api-tokens.ts';
import { dashboardConfig } from './dashboard-config.ts';
import { dashboardData, siteComparison } from './dashboard-data.ts';
import { endpoint } from './endpoint.ts';
import { asOf, byId, name, nothing, time, uuid } from './fields.ts';
import type { Right } from './rights.ts';
import { session } from './session.ts';

/** A refresh by the clock and not by a person; a console shows no error when it fails. */
const periodic = z.object({ periodic: z.enum(['true', 'false']).default('false') });

/** A dashboard as it is listed. Whether it was changed and not saved (`isDirty`) is the console's alone. */
export const dashboard = z.object({
  dashboardUuid: uuid,
  name,
  /** As the caller sees it: the caller's own layout if there is one, else the site's. */
  config: dashboardConfig,
  /** Shown where nothing else is asked for, and under the all-zero id. */
  isDefault: z.boolean(),
  /** The caller has arranged it differently for themselves. */
  isPersonal: z.boolean(),
  /** Grows with every save; a save names the one it started from. 0 for the built-in one, which nobody has saved. */
  serialNumber: z.int(),
});
export type Dashboard = z.output<typeof dashboard>;

const dashboardList = z.object({
  /** By name, the default first. Where none is marked as the default, the built-in one stands for it under the all-zero id. */
  list: z.array(dashboard),
});
const answer = z.object({ dashboardUuid: uuid, config: dashboardConfig, data: dashboardData });
const config = dashboardConfig;
const serialNumber = z.int().min(0);

/** What holds for all sites asks for a recent proof. */
const asked = (right: Right) => (right === 'isSystemAdmin' ? { stepUp: 'recent' as const } : {});

/** The same calls for a site and for the system, which is all sites the caller may see. */
const family = (path: string, of: string, canSave: Right) => ({
  list: endpoint({
    method: 'GET',
    path: `/${path}`,
    summary: `Dashboards of ${of}`,
    right: 'canViewResults',
    response: dashboardList,
  }),
  data: endpoint({
    method: 'GET',
    path: `/${path}/:id/data`,
    summary: `What the cards of a dashboard of ${of} show now or showed on a day; the all-zero id is the default dashboard`,
    right: 'canViewResults',
    params: byId,
    query: periodic.extend({ asOf }),
    response: answer,
  }),
  instant: endpoint({
    method: 'POST',
    path: `/${path}/instant`,
    summary: `What the cards of a config would show for ${of}, without saving it`,
    right: 'canViewResults',
    moves: 'nothing',
    body: z.strictObject({ config, asOf }),
    response: dashboardData,
  }),
  create: endpoint({
    method: 'POST',
    path: `/${path}`,
    summary: `Save a new dashboard of ${of}`,
    right: canSave,
    moves: 'nothing',
    ...asked(canSave),
    body: z.strictObject({ name, config, isDefault: z.boolean().default(false) }),
    response: dashboard,
  }),
  save: endpoint({
    method: 'PATCH',
    path: `/${path}/:id`,
    summary: `Change a dashboard of ${of} for everybody; what is not given stays`,
    right: canSave,
    moves: 'nothing',
    ...asked(canSave),
    params: byId,
    body: z.strictObject({
      name: name.optional(),
      config: config.optional(),
      isDefault: z.boolean().optional(),
      serialNumber,
    }),
    response: dashboard,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `/${path}/:id`,
    summary: `Delete a dashboard of ${of}, with everybody's own layouts of it`,
    right: canSave,
    moves: 'nothing',
    ...asked(canSave),
    params: byId,
    response: nothing,
  }),
  arrange: endpoint({
    method: 'POST',
    path: `/${path}/:id/layout`,
    summary: 'Keep a layout of a dashboard for oneself; also of the built-in one',
    right: 'canViewResults',
    moves: 'nothing',
    params: byId,
    body: z.strictObject({ config }),
    response: dashboard,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: `/${path}/:id/layout`,
    summary: 'Go back to the layout that everybody sees',
    right: 'canViewResults',
    moves: 'nothing',
    params: byId,
    response: dashboard,
  }),
});

export const dashboards = family('dashboard', 'the site', 'canMakeChanges');
export const systemDashboards = family('system-dashboard', 'the system', 'isSystemAdmin');

export const systemSites = {
  compare: endpoint({
    method: 'GET',
    path: '/system-dashboard/compare',
    summary: 'The numbers of two sites that the caller may look into, side by side',
    right: 'canViewResults',
    query: z.object({ left: uuid, right: uuid }),
    response: siteComparison,
  }),
};

/** A link to one dashboard of one site, for a screen without anybody signed in. */
export const dashboardToken = z.object({
  dashboardTokenUuid: uuid,
  name,
  dashboardUuid: uuid,
  dashboardName: z.string(),
  ...tokenLife,
});
export type DashboardToken = z.output<typeof dashboardToken>;

const managingTokens = { right: 'canManageApiTokens', moves: 'nothing', stepUp: 'recent' } as const;

export const dashboardTokens = {
  list: endpoint({
    method: 'GET',
    path: '/dashboard-token',
    summary: 'Links to detached dashboards of the site, newest first',
    right: 'canManageApiTokens',
    response: z.object({ dashboardTokens: z.array(dashboardToken) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/dashboard-token',
    summary: 'Make a token that shows one dashboard for 30 days; the answer is the only place it is ever shown',
    ...managingTokens,
    body: z.strictObject({ name, dashboardUuid: uuid }),
    response: z.object({
      dashboardToken,
      /** Goes into the fragment of a link: /#/detached/dashboard?accessToken=… */
      accessToken: z.string(),
    }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/dashboard-token/:id',
    summary: 'Revoke the token of a detached dashboard; screens that show it go dark',
    ...managingTokens,
    params: byId,
    response: nothing,
  }),
};

/** Below `detachedBase`, with the token as `Authorization: Bearer`. */
export const detached = {
  ehlo: endpoint({
    method: 'GET',
    path: '/ehlo',
    summary: 'The handshake of a detached dashboard',
    right: 'detached',
    response: z.object({
      dashboardUuid: uuid,
      /** The dashboard's name: a heading where the link brings none. */
      heading: z.string(),
      siteName: z.string(),
      /** Who made the link. */
      username: z.string(),
      expires: time,
      isUat: z.boolean(),
    }),
  }),
  data: endpoint({
    method: 'GET',
    path: '/dashboard/data',
    summary: 'What the cards of the one dashboard of the token show now',
    right: 'detached',
    query: periodic,
    response: answer,
  }),
  reportError: endpoint({
    ...session.reportError,
    summary: 'Report an error that a detached dashboard has shown',
    right: 'detached',
  }),
};
