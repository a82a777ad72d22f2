import type { CurrentSite, SiteRef } from '@patchkeep/contract/sites';
import { presentSiteSettings } from '../tenants/public.ts';
import type { UsableSite } from './users.queries.ts';

export const presentSiteRef = ({ site_id, name }: Pick<UsableSite, 'site_id' | 'name'>): SiteRef => ({
  siteAccountUuid: site_id,
  siteName: name,
});

export const presentCurrentSite = (site: UsableSite): CurrentSite => ({
  ...presentSiteRef(site),
  siteSettings: presentSiteSettings(site),
  sitePermissions: site.permissions,
});
