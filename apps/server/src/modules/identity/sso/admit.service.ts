import { userLimits } from '@patchkeep/contract/users';
import { z } from 'zod';
import type { OpenContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { recordAct } from '../../audit/public.ts';
import { lockCustomer } from '../../tenants/public.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser } from '../login.service.ts';
import { findProvisioned, pushedGroupsOf } from '../provisioned.queries.ts';
import { findUser, listUsableSites } from '../users.queries.ts';
import { findLogin } from '../users.repository.ts';
import { createSsoUser } from '../users.service.ts';
import { mayStillInvite } from '../users/invitations.service.ts';
import { countUsers, findInvitation } from '../users/site-users.queries.ts';
import { useInvitation as spendInvitation } from '../users/site-users.repository.ts';
import { domainOf } from './domain.rules.ts';
import { externalIdOf, type SignedFacts } from './id-token.rules.ts';
import { mappedMask, membershipChanges } from './mapped-mask.rules.ts';
import { refusalOf, type SsoRefused } from './sso-refusal.service.ts';
import type { SsoTicket } from './sso-ticket.factory.ts';
import { findIdentity, identitiesOf, isDomainOf, listMappings, membershipsWithSource } from './sso.queries.ts';
import { endMappedMemberships, insertIdentity, noteIdentityUse, saveMappedMembership } from './sso.repository.ts';

export type Admitted = { user: UserRow } | { refused: SsoRefused };
const refused = (reason: SsoRefused['reason']): Admitted => ({ refused: { reason } });

/** The sign-in as far as it is known by now. */
interface Arrival {
  context: OpenContext;
  ticket: SsoTicket;
  facts: SignedFacts;
}

/** Makes rights that come from mappings what the groups give now. Returns whether any changed. */
const renewMemberships = async (
  tx: Tx,
  { customer_id: customerId, user_id: userId }: UserRow,
  { ticket, facts }: Arrival,
): Promise<{ before: unknown; after: unknown } | undefined> => {
  const mappings = (await listMappings(tx, customerId, ticket.connectionId)).map((row) => ({
    group: row.group_name,
    siteId: row.site_id,
    permissions: row.permissions,
  }));
  const held = (await membershipsWithSource(tx, customerId, userId)).map((row) => ({
    siteId: row.site_id,
    permissions: row.permissions,
    isMapped: row.is_mapped,
  }));
  // Groups that the identity provider sends by itself are fresher than those of a token.
  const groups = (await pushedGroupsOf(tx, { customerId, connectionId: ticket.connectionId, userId })) ?? facts.groups;
  const { saved, ended } = membershipChanges(held, mappedMask(groups, mappings));
  for (const each of saved) await saveMappedMembership(tx, { customerId, userId }, each);
  await endMappedMemberships(tx, { customerId, userId }, ended);
  if (saved.length + ended.length === 0) return undefined;
  return { before: held.filter(({ siteId }) => ended.includes(siteId)), after: saved };
};

/** Binds a user to a person at the identity provider; each to one only. */
const link = async (tx: Tx, { context, ticket, facts }: Arrival, user: UserRow): Promise<SsoRefused | undefined> => {
  const { customerId, connectionId } = ticket;
  const known = await findIdentity(tx, ticket, facts);
  if (known) return known.user_id === user.user_id ? undefined : { reason: 'linkedElsewhere' };
  const others = await identitiesOf(tx, customerId, user.user_id);
  if (others.some((each) => each.connection_id === connectionId)) return { reason: 'linkedAlready' };
  await insertIdentity(tx, {
    customer_id: customerId,
    connection_id: connectionId,
    issuer: facts.issuer,
    subject: facts.subject,
    user_id: user.user_id,
    created_at: context.now,
    used_at: null,
    external_id: externalIdOf(facts),
  });
  await recordAct(tx, context, { ...actOfUser(user, 'user.connect', null), after: { subject: facts.subject } });
  return undefined;
};

const linked = async (tx: Tx, arrival: Arrival, user: UserRow): Promise<Admitted> => {
  const unlinked = await link(tx, arrival, user);
  return unlinked ? { refused: unlinked } : { user };
};

const isEmail = (text: string): boolean => z.email().max(254).safeParse(text).success;

/** Somebody who is here for the first time: an address of a proven domain, and a group that was given something. */
const makeUser = async (tx: Tx, arrival: Arrival): Promise<Admitted> => {
  const { context, ticket, facts } = arrival;
  const { customerId, connectionId } = ticket;
  const { email } = facts;
  if (email === null || !isEmail(email)) return refused('noEmail');
  const domain = domainOf(email);
  if (domain === undefined || !(await isDomainOf(tx, customerId, connectionId, domain)))
    return refused('foreignDomain');
  const mappings = await listMappings(tx, customerId, connectionId);
  if (!mappings.some(({ group_name }) => facts.groups.includes(group_name))) return refused('noGroup');
  const known = await findLogin(tx, email);
  if (known) return refused(known.customer_id === customerId ? 'existingUser' : 'addressElsewhere');
  if ((await countUsers(tx, customerId)) >= userLimits.perCustomer) return refused('tooManyUsers');
  const longName = (facts.name ?? email).slice(0, 100);
  const userId = await createSsoUser(tx, customerId, { username: email, longName }, context.now);
  const user = await findUser(tx, customerId, userId);
  if (!user) return refused('noSite');
  await recordAct(tx, context, { ...actOfUser(user, 'user.create', null), after: { username: user.username } });
  return linked(tx, arrival, user);
};

/** Who an invitation is for. It is used up together with the rest, or not at all. */
const invitedUser = async (tx: Tx, arrival: Arrival): Promise<Admitted> => {
  const { context, ticket } = arrival;
  const { customerId, aboutId } = ticket;
  const invitation = aboutId === null ? undefined : await findInvitation(tx, customerId, aboutId);
  const user = invitation && (await findUser(tx, customerId, invitation.user_id));
  if (!user || user.disabled_at !== null || !(await mayStillInvite(tx, customerId, invitation)))
    return refused('invitation');
  const unlinked = await link(tx, arrival, user);
  if (unlinked) return { refused: unlinked };
  // Thrown, so that the link is undone with it.
  if (!(await spendInvitation(tx, customerId, invitation.invitation_id, context.now)))
    throw refusalOf({ reason: 'invitation' });
  await recordAct(tx, context, actOfUser(user, 'invitation.accept', null));
  return { user };
};

/** Somebody whom provisioning has announced by the name that was signed now, and who is here for the first time. */
const announcedUser = async (tx: Tx, arrival: Arrival): Promise<Admitted | undefined> => {
  const { ticket, facts } = arrival;
  const named = { issuer: facts.issuer, externalId: externalIdOf(facts) };
  const announced = await findProvisioned(tx, ticket, named);
  const user = announced && (await findUser(tx, ticket.customerId, announced.user_id));
  // A system administrator is connected by what that person does, never by what an identity provider says.
  if (!user || user.is_system_admin) return undefined;
  return user.disabled_at === null ? linked(tx, arrival, user) : refused('disabled');
};

const knownUser = async (tx: Tx, arrival: Arrival): Promise<Admitted> => {
  const { context, ticket, facts } = arrival;
  const identity = await findIdentity(tx, ticket, facts);
  if (!identity) return (await announcedUser(tx, arrival)) ?? makeUser(tx, arrival);
  const user = await findUser(tx, ticket.customerId, identity.user_id);
  if (!user) return refused('disabled');
  await noteIdentityUse(tx, identity, externalIdOf(facts), context.now);
  return { user };
};

/** Connects the account of who is signed in here. */
export const connectUser = async (tx: Tx, arrival: Arrival, userId: string): Promise<Admitted> => {
  const user = await findUser(tx, arrival.ticket.customerId, userId);
  if (!user || user.disabled_at !== null) return refused('disabled');
  return linked(tx, arrival, user);
};

/**
 * Who comes in, after a right ID token. The key is the issuer and its name for the person; an address never leads to
 * somebody who exists already.
 */
export const admit = async (tx: Tx, arrival: Arrival): Promise<Admitted> => {
  const { context, ticket } = arrival;
  await lockCustomer(tx, ticket.customerId);
  const found = ticket.purpose === 'invitation' ? await invitedUser(tx, arrival) : await knownUser(tx, arrival);
  if ('refused' in found) return found;
  const { user } = found;
  if (user.disabled_at !== null) return refused('disabled');
  // A break-glass account is what helps when groups at the identity provider are wrong: they never touch it.
  const change = user.is_break_glass ? undefined : await renewMemberships(tx, user, arrival);
  if (change) await recordAct(tx, context, { ...actOfUser(user, 'user.mapRights', null), ...change });
  const sites = await listUsableSites(tx, user.customer_id, user);
  // What was taken away stays so, although nobody comes in.
  return sites.length > 0 || user.is_system_admin ? { user } : refused('noSite');
};
