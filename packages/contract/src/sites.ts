import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { name, uuid } from './fields.ts';

export const siteSettings = z.object({
  isDetectionModuleEnabled: z.boolean(),
  isPatchingEnabled: z.boolean(),
  isPatchProModuleEnabled: z.boolean(),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** A site as lists name it, ordered by name ignoring case. */
export const siteRef = z.object({ siteAccountUuid: uuid, siteName: name });
export type SiteRef = z.output<typeof siteRef>;

export const currentSite = siteRef.extend({
  siteSettings,
  sitePermissions: z.int().min(0),
});
export type CurrentSite = z.output<typeof currentSite>;

/** The modules of one site, with the number that a save names to show what it started from. */
export const settingsOfSite = siteSettings.extend({ siteAccountUuid: uuid, serialNumber: z.int() });
export type SettingsOfSite = z.output<typeof settingsOfSite>;

/** A row of the page Sites. */
export const listedSite = siteRef.extend({
  siteSettings,
  /** Grows with every change of the name or the modules; a save names the one it started from. */
  serialNumber: z.int(),
  /** Hosts at work; null where the caller may not look into the site. */
  activeHosts: z.int().min(0).nullable(),
  licencesInUse: z.int().min(0).nullable(),
});
export type ListedSite = z.output<typeof listedSite>;

/** Every list of sites is read whole, so their number has a bound. */
export const sitesMax = 5_000;

const allModules: SiteSettings = {
  isDetectionModuleEnabled: true,
  isPatchingEnabled: true,
  isPatchProModuleEnabled: true,
};
const settingsChange = z.strictObject({ ...siteSettings.partial().shape, serialNumber: z.int() });
const changesModules = {
  right: 'isSystemAdmin',
  moves: 'nothing',
  stepUp: 'recent',
  ungated: 'Stops or resumes what passed the gate when it was decided, and only system administrators may',
} as const;

const bySite = z.object({ id: uuid });

export const sites = {
  list: endpoint({
    method: 'GET',
    path: '/site',
    summary: 'The sites the user may enter, by name, with their modules, hosts and licences in use',
    right: 'signedIn',
    response: z.object({ sites: z.array(listedSite), defaultSiteAccountUuid: uuid.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/site',
    summary: 'Create a site',
    right: 'isSystemAdmin',
    moves: 'nothing',
    stepUp: 'recent',
    ungated: 'A new site has no hosts',
    body: z.strictObject({ siteName: name, siteSettings: siteSettings.default(allModules) }),
    response: listedSite,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/site/:id',
    summary: 'Rename a site',
    right: 'isSystemAdmin',
    moves: 'nothing',
    stepUp: 'recent',
    params: bySite,
    body: z.strictObject({ siteName: name, serialNumber: z.int() }),
    response: siteRef.extend({ serialNumber: z.int() }),
  }),
  readSettings: endpoint({
    method: 'GET',
    path: '/settings',
    summary: 'The modules of the site this tab is on',
    right: 'canRead',
    response: settingsOfSite,
  }),
  saveSettings: endpoint({
    method: 'PATCH',
    path: '/settings',
    summary: 'Switch modules of the site this tab is on',
    ...changesModules,
    body: settingsChange,
    response: settingsOfSite,
  }),
  readSettingsOf: endpoint({
    method: 'GET',
    path: '/site/:id/settings',
    summary: 'The modules of one site',
    right: 'canRead',
    params: bySite,
    response: settingsOfSite,
  }),
  saveSettingsOf: endpoint({
    method: 'PATCH',
    path: '/site/:id/settings',
    summary: 'Switch modules of one site',
    ...changesModules,
    params: bySite,
    body: settingsChange,
    response: settingsOfSite,
  }),
  allSettings: endpoint({
    method: 'GET',
    path: '/site/all/settings',
    summary: 'The modules of every site the user may enter',
    right: 'signedIn',
    response: z.object({ siteSettings: z.array(settingsOfSite) }),
  }),
  selectable: endpoint({
    method: 'GET',
    path: '/site/selectable',
    summary: 'The sites the user may switch to, and the one this tab is on',
    right: 'signedIn',
    anySite: true,
    response: z.object({ currentSite: currentSite.nullable(), sites: z.array(siteRef) }),
  }),
  select: endpoint({
    method: 'PATCH',
    path: '/site/:id/select',
    summary: 'Switch the session, and this tab, to another site',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    params: bySite,
    response: z.object({ currentSite }),
  }),
  setDefault: endpoint({
    method: 'PATCH',
    path: '/site/:id/set-default',
    summary: 'Make a site the one the user starts on',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    params: bySite,
    response: z.object({ defaultSiteAccountUuid: uuid }),
  }),
};
