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

const bySite = z.object({ id: uuid });

export const sites = {
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
