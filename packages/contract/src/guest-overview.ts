import { z } from 'zod';
import { siteRow } from './dashboard-data.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';

const siteNumbers = siteRow.omit({ differing: true });
export type SiteNumbers = z.output<typeof siteNumbers>;

const customerNumbers = z.object({
  customerUuid: uuid,
  customerName: z.string(),
  /** Those of which the user may see results. */
  sites: z.array(siteNumbers),
});
export type CustomerNumbers = z.output<typeof customerNumbers>;

/** What a user of a provider looks after, before going anywhere. */
export const guestOverview = {
  read: endpoint({
    method: 'GET',
    path: '/guest/overview',
    summary: 'The numbers of all sites of the customers that let the user in, by customer',
    right: 'signedIn',
    anySite: true,
    response: z.object({
      /** False for a session without a second factor: it is shown no number of another customer. */
      isShown: z.boolean(),
      customers: z.array(customerNumbers),
    }),
  }),
};
