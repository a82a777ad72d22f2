import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { guestLimits, type guestRequests as endpoints } from '@patchkeep/contract/guests';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Kysely } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import type { signedTexts } from '../../../platform/http/signed-text.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { findCustomer } from '../../tenants/public.ts';
import { countUse } from '../factors/spent.repository.ts';
import type { UserRow } from '../identity.tables.ts';
import { findRequest, listOwnUsers, listRequests, listUsersWithFactor, spentKeyOf, unspent } from './guests.queries.ts';
import { insertRequest } from './guests.repository.ts';

export interface RequestTools {
  db: Kysely<Tables>;
  requestTexts: ReturnType<typeof signedTexts>;
}

export const presentPerson = ({ long_name, username }: Pick<UserRow, 'long_name' | 'username'>) => ({
  longName: long_name,
  username,
});

const refuseOthers = async ({ tx, principal: { customerId } }: Context): Promise<void> => {
  if ((await findCustomer(tx, customerId))?.is_provider !== true)
    throw forbidden('Only a service provider can ask to be let in. Whoever runs the server marks one');
};

export const readRequests = async (
  context: Context,
  { db }: RequestTools,
): Promise<Returned<typeof endpoints.list>> => {
  await refuseOthers(context);
  const { tx, principal, now } = context;
  const { customerId } = principal;
  const open = await unspent(db, await listRequests(tx, customerId, now));
  const users = await listOwnUsers(tx, customerId);
  const withFactor = await listUsersWithFactor(tx, customerId);
  return {
    requests: open.map((row) => ({
      requestUuid: row.request_id,
      people: users.filter(({ user_id }) => row.user_ids.includes(user_id)).map(presentPerson),
      created: row.created_at.toISOString(),
      expires: row.expires_at.toISOString(),
    })),
    candidates: users.map((user) => ({
      ...presentPerson(user),
      userAccountUuid: user.user_id,
      hasSecondFactor: withFactor.has(user.user_id),
    })),
  };
};

export const makeRequest = async (
  context: Context,
  { db, requestTexts }: RequestTools,
  { userAccountUuids }: Received<typeof endpoints.create>['body'],
): Promise<Returned<typeof endpoints.create>> => {
  await refuseOthers(context);
  const { tx, principal, now } = context;
  const { customerId, userId } = principal;
  const people = await listOwnUsers(tx, customerId, userAccountUuids);
  if (people.length !== new Set(userAccountUuids).size) throw invalid('Somebody of these is no user who can sign in');
  const open = await unspent(db, await listRequests(tx, customerId, now));
  if (open.length >= guestLimits.openRequests)
    throw invalid(`There can be ${guestLimits.openRequests} open requests. Revoke one first`);
  const requestId = randomUUIDv7();
  const expires = new Date(now.getTime() + guestLimits.requestDays * dayMs);
  await insertRequest(tx, {
    customer_id: customerId,
    request_id: requestId,
    made_by: userId,
    user_ids: people.map(({ user_id }) => user_id),
    created_at: now,
    expires_at: expires,
  });
  await recordActOfCaller(context, {
    siteId: null,
    verb: 'guestRequest.create',
    objectKind: 'guestRequest',
    objectId: requestId,
    after: { people: people.map(({ long_name }) => long_name), expires: expires.toISOString() },
  });
  return { request: requestTexts.write({ customerId, id: requestId }), expires: expires.toISOString() };
};

/** Revoking and accepting spend the same value: whichever comes first counts. */
export const revokeRequest = async (context: Context, requestId: string): Promise<void> => {
  const { tx, principal, now } = context;
  const found = await findRequest(tx, principal.customerId, requestId, now);
  if (!found || (await countUse(tx, spentKeyOf(requestId), found.expires_at)) > 1) throw notFound();
  await recordActOfCaller(context, {
    siteId: null,
    verb: 'guestRequest.revoke',
    objectKind: 'guestRequest',
    objectId: requestId,
  });
};
