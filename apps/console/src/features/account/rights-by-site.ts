import type { AccountInfo } from '@patchkeep/contract/account';

/** Sites that are named before the rest is counted. */
const named = 12;

export interface RightsOfSites {
  sitePermissions: number;
  /** The sites in which these rights hold, in words. */
  sites: string;
}

/** Rights that are the same in several sites are told once. The sites keep their order. */
export const rightsBySite = (sites: AccountInfo['sites']): readonly RightsOfSites[] =>
  [...Map.groupBy(sites, ({ sitePermissions }) => sitePermissions)].map(([sitePermissions, same]) => {
    const names = same.slice(0, named).map(({ siteName }) => siteName);
    const others = same.length - names.length;
    return { sitePermissions, sites: `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}` };
  });
