import { landingAddress } from '@patchkeep/rules/pages';
import { withSite } from '@patchkeep/rules/site-address';

/** Starts the console anew: the browser has another session now, and nothing that is kept of the former may stay. */
export const startAnew = (siteAccountUuid?: string): void => {
  location.hash = siteAccountUuid === undefined ? landingAddress : withSite(landingAddress, siteAccountUuid);
  location.reload();
};
