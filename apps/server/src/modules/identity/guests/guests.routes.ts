import { guestOverview } from '@patchkeep/contract/guest-overview';
import { guestRequests, guests, providers } from '@patchkeep/contract/guests';
import type { Secrets } from '../../../platform/config/config.ts';
import type { EventHub } from '../../../platform/http/events.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import { signedTexts } from '../../../platform/http/signed-text.ts';
import type { SiteFacts } from '../sites/sites.service.ts';
import { readCustomers, readOverview } from './customers.service.ts';
import { beginPasskey, enterCustomer, type EnterTools, leaveCustomer } from './enter.service.ts';
import { makeRequest, readRequests, revokeRequest } from './guest-requests.service.ts';
import { acceptLink, endProvider, lookAtLink, type ProviderTools, readProviders } from './providers.service.ts';

/** The texts in the links of requests. */
export const guestRequestTexts = (secrets: Secrets) => signedTexts('vpg', secrets, 'patchkeep guest requests');

type GuestTools = ProviderTools & EnterTools & { events: EventHub; siteFacts: SiteFacts };

export const guestRoutes = (mount: Mount, tools: GuestTools): void => {
  const { authenticator, events } = tools;

  mount(guestRequests.list, (context) => readRequests(context, tools));
  mount(guestRequests.create, (context, { body }) => makeRequest(context, tools, body));
  mount(guestRequests.revoke, async (context, { params }) => {
    await revokeRequest(context, params.id);
    return {};
  });

  mount(providers.list, async (context) => ({ providers: await readProviders(context) }));
  mount(providers.look, (context, { body }) => lookAtLink(context, tools, body));
  mount(providers.accept, (context, { body }) => acceptLink(context, tools, body));
  mount(providers.end, async (context, { params }) => {
    const { userIds, sessionIds } = await endProvider(context, params.id);
    // At once in this process; the others hear of it by a hint.
    context.onCommit(() => {
      userIds.forEach(authenticator.forgetUser);
      sessionIds.forEach(events.end);
    });
    return { countSessions: sessionIds.length };
  });

  mount(guests.customers, (context) => readCustomers(context, tools));
  mount(guestOverview.read, (context) => readOverview(context, tools));
  mount(guests.beginPasskey, (context) => beginPasskey(context, tools));
  mount(guests.enter, (context, { params, body }) => enterCustomer(context, tools, params.id, body));
  mount(guests.leave, async (context) => {
    await leaveCustomer(context, tools);
    return {};
  });
};
