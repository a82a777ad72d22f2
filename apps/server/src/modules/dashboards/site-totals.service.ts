import { selectSiteTotals } from './cards.queries.ts';
import { oncePerRequest } from './once-per-request.service.ts';

/** The kept totals of the sites that a dashboard is about. */
export const siteTotalsOf = oncePerRequest(({ tx }, { customerId, siteIds }) =>
  selectSiteTotals(tx, customerId, siteIds),
);
