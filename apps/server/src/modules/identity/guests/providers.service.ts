import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { guestLimits, type Provider, type providers as endpoints } from '@patchkeep/contract/guests';
import { userLimits } from '@patchkeep/contract/users';
import { refuseGuestMask } from '@patchkeep/rules/users/user-change';
import type pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { forbidden, invalid, notFound, Refusal } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { findCustomer, listSiteIds, lockCustomer } from '../../tenants/public.ts';
import { countUse } from '../factors/spent.repository.ts';
import type { UserRow } from '../identity.tables.ts';
import { endSessionsOf } from '../sessions.repository.ts';
import { findUser } from '../users.queries.ts';
import { insertUser, updateUser } from '../users.repository.ts';
import { countUsers } from '../users/site-users.queries.ts';
import { saveMembership } from '../users/site-users.repository.ts';
import { presentPerson, type RequestTools } from './guest-requests.service.ts';
import {
  findGuest,
  findRequest,
  listDirectory,
  listGuests,
  listGuestSessions,
  listGuestSites,
  listOwnUsers,
  spentKeyOf,
  unspent,
} from './guests.queries.ts';
import { dropMemberships, enterDirectory, leaveDirectory } from './guests.repository.ts';

export interface ProviderTools extends RequestTools {
  pool: pg.Pool;
}

/** One answer for all: who has no good link learns nothing about the one they tried. */
const notGood = () =>
  new Refusal(410, 'This link is not good any more: it was used or revoked, is too old, or is no link of a provider');

/** What a provider asks for, read in the provider's own tenant and in a transaction of its own. */
const readLink = async (
  { pool, db, requestTexts }: ProviderTools,
  { principal, now }: Pick<Context, 'principal' | 'now'>,
  text: string,
) => {
  const name = requestTexts.read(text);
  if (!name) throw notGood();
  const { customerId: providerId, id: requestId } = name;
  if (providerId === principal.customerId) throw invalid('This link is for another customer: send it there');
  const found = await withTenant(pool, { customerId: providerId, siteIds: [], actorId: null }, async (tx) => {
    const request = await findRequest(tx, providerId, requestId, now);
    const provider = await findCustomer(tx, providerId);
    const maker = request && (await findUser(tx, providerId, request.made_by));
    // Who made it may have left since.
    if (!request || !provider?.is_provider || !maker?.is_system_admin || maker.disabled_at !== null) return undefined;
    return { request, provider, maker, people: await listOwnUsers(tx, providerId, request.user_ids) };
  });
  if (!found || found.people.length === 0 || (await unspent(db, [found.request])).length === 0) throw notGood();
  return { providerId, ...found };
};

export const lookAtLink = async (
  context: Context,
  tools: ProviderTools,
  { request }: Received<typeof endpoints.look>['body'],
): Promise<Returned<typeof endpoints.look>> => {
  const asked = await readLink(tools, context, request);
  return {
    providerName: asked.provider.name,
    askedBy: presentPerson(asked.maker),
    people: asked.people.map(presentPerson),
    expires: asked.request.expires_at.toISOString(),
  };
};

/** Letting in and ending wait for each other and for changes of users; the caller is looked at again under the lock. */
const lockedBySystemAdmin = async ({ tx, principal: { customerId, userId } }: Context): Promise<void> => {
  await lockCustomer(tx, customerId);
  const caller = await findUser(tx, customerId, userId);
  if (!caller?.is_system_admin || caller.disabled_at !== null) throw forbidden('Needs isSystemAdmin');
};

const presentProviders = async (tx: Tx, customerId: string, guests: readonly UserRow[], now: Date) => {
  const userIds = guests.map(({ user_id }) => user_id);
  if (userIds.length === 0) return [];
  const idleSince = new Date(now.getTime() - constants.sessionIdleMs);
  const sites = Map.groupBy(await listGuestSites(tx, customerId, userIds), ({ user_id }) => user_id);
  const sessions = Map.groupBy(
    await listGuestSessions(tx, customerId, userIds, now, idleSince),
    ({ user_id }) => user_id,
  );
  const byProvider = Map.groupBy(guests, ({ home_customer_id }) => home_customer_id ?? '');
  return [...byProvider].map(([providerUuid, own]): Provider => ({
    providerUuid,
    providerName: own[0]?.guest_of ?? '',
    guests: own.map((row) => ({
      ...presentPerson(row),
      userAccountUuid: row.user_id,
      sites: (sites.get(row.user_id) ?? []).map((each) => ({
        siteAccountUuid: each.site_id,
        siteName: each.name,
        sitePermissions: each.permissions,
      })),
      lastEntry: row.signed_in_at?.toISOString() ?? null,
      sessions: (sessions.get(row.user_id) ?? []).map((each) => ({
        address: each.ip,
        browser: each.browser,
        lastSeen: each.active_at.toISOString(),
      })),
    })),
  }));
};

export const readProviders = async ({ tx, principal: { customerId }, now }: Context): Promise<Provider[]> =>
  presentProviders(tx, customerId, await listGuests(tx, customerId), now);

const providerOf = async ({ tx, principal: { customerId }, now }: Context, providerId: string): Promise<Provider> => {
  const [provider] = await presentProviders(tx, customerId, await listGuests(tx, customerId, { providerId }), now);
  if (!provider) throw notFound();
  return provider;
};

type Given = Received<typeof endpoints.accept>['body'];

const refuseSites = async ({ tx, principal }: Context, sites: Given['sites']): Promise<void> => {
  const own = new Set(await listSiteIds(tx, principal.customerId));
  if (sites.some(({ siteAccountUuid }) => !own.has(siteAccountUuid))) throw notFound();
  for (const { sitePermissions } of sites) {
    const refusal = refuseGuestMask(sitePermissions);
    if (refusal !== undefined) throw invalid(refusal);
  }
  if (sites.every(({ sitePermissions }) => sitePermissions === 0)) throw invalid('Give rights on at least one site');
};

/** Somebody who was a guest before comes back to the same row, with these rights and none of before. */
const letIn = async (
  { tx, principal: { customerId }, now }: Context,
  providerName: string,
  person: UserRow,
  sites: Given['sites'],
): Promise<string> => {
  const home = { customerId: person.customer_id, userId: person.user_id };
  const known = await findGuest(tx, customerId, home);
  const userId = known?.user_id ?? randomUUIDv7();
  const [first] = sites.filter(({ sitePermissions }) => sitePermissions > 0);
  const current = {
    username: person.username,
    long_name: person.long_name,
    guest_of: providerName,
    default_site_id: first?.siteAccountUuid ?? null,
    disabled_at: null,
  };
  if (known) {
    await dropMemberships(tx, customerId, userId);
    await updateUser(tx, customerId, userId, current);
  } else
    await insertUser(tx, {
      ...current,
      customer_id: customerId,
      user_id: userId,
      is_system_admin: false,
      is_sso_login_only: false,
      password_salt: null,
      password_digest: null,
      password_version: null,
      serial_number: 1,
      created_at: now,
      signed_in_at: null,
      preferences: null,
      home_customer_id: home.customerId,
      home_user_id: home.userId,
      is_break_glass: false,
      break_glass_used_at: null,
    });
  for (const { siteAccountUuid, sitePermissions } of sites)
    if (sitePermissions > 0)
      await saveMembership(tx, {
        customer_id: customerId,
        site_id: siteAccountUuid,
        user_id: userId,
        permissions: sitePermissions,
      });
  await enterDirectory(tx, home, customerId);
  return userId;
};

export const acceptLink = async (context: Context, tools: ProviderTools, given: Given): Promise<Provider> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  // Before the transaction of this customer begins: no transaction has two customers.
  const asked = await readLink(tools, context, given.request);
  for (const { customer_id, user_id } of asked.people) {
    const entered = await listDirectory(tools.db, { customerId: customer_id, userId: user_id }, guestLimits.customers);
    if (entered.length >= guestLimits.customers)
      throw invalid('Somebody of these may enter too many customers already');
  }
  await lockedBySystemAdmin(context);
  await refuseSites(context, given.sites);
  if ((await countUsers(tx, customerId)) + asked.people.length > userLimits.perCustomer)
    throw invalid(`There can be ${userLimits.perCustomer} users. Ask whoever runs the server`);
  if ((await countUse(tx, spentKeyOf(asked.request.request_id), asked.request.expires_at)) > 1) throw notGood();
  for (const person of asked.people) {
    const userId = await letIn(context, asked.provider.name, person, given.sites);
    context.emit({ thing: 'session', id: userId });
    context.emit({ thing: 'user', id: userId });
  }
  const provider = await providerOf(context, asked.providerId);
  await recordActOfCaller(context, {
    siteId: null,
    verb: 'guest.accept',
    objectKind: 'provider',
    objectId: asked.providerId,
    after: {
      name: asked.provider.name,
      people: asked.people.map(({ long_name, username }) => `${long_name} (${username})`),
      sites: given.sites,
    },
  });
  return provider;
};

/** Ends what a provider may do here. Returns the guests, and the sessions that ended. */
export const endProvider = async (
  context: Context,
  providerId: string,
): Promise<{ userIds: string[]; sessionIds: string[] }> => {
  const { tx, principal, now } = context;
  const { customerId } = principal;
  await lockedBySystemAdmin(context);
  const guests = await listGuests(tx, customerId, { providerId, isWithRemoved: true });
  const [first] = guests.filter(({ disabled_at }) => disabled_at === null);
  if (!first) throw notFound();
  const sessionIds: string[] = [];
  for (const guest of guests) {
    await dropMemberships(tx, customerId, guest.user_id);
    await updateUser(tx, customerId, guest.user_id, { disabled_at: now });
    sessionIds.push(...(await endSessionsOf(tx, customerId, guest.user_id)));
    await leaveDirectory(tx, { customerId: providerId, userId: guest.home_user_id ?? '' }, customerId);
    // Every process forgets what the guest might do, and looks at their event streams again.
    context.emit({ thing: 'session', id: guest.user_id });
    context.emit({ thing: 'user', id: guest.user_id });
  }
  await recordActOfCaller(context, {
    siteId: null,
    verb: 'guest.end',
    objectKind: 'provider',
    objectId: providerId,
    before: { name: first.guest_of, people: guests.map(({ long_name }) => long_name) },
    after: { countSessions: sessionIds.length },
  });
  return { userIds: guests.map(({ user_id }) => user_id), sessionIds };
};
