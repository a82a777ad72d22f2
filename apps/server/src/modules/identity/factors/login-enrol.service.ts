import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { enrolment as endpoints } from '@patchkeep/contract/enrolment';
import type { factorKinds } from '@patchkeep/contract/second-factor-policy';
import type { OpenContext } from '../../../platform/context.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { recordAct } from '../../audit/public.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser } from '../login.service.ts';
import { findUser, lockUser } from '../users.queries.ts';
import { listFactors } from './factors.queries.ts';
import { factorsMarkOf } from './login-ticket.factory.ts';
import { factorNeedOf } from './needed-factor.service.ts';
import { readRegistration, registrationOptions } from './passkey.service.ts';
import { factorTexts } from './prove.service.ts';
import {
  endStage,
  isStillRight,
  type SecondStepTools,
  startAgain,
  tellEnd,
  tenantOf,
  ticketHolder,
} from './second-step.service.ts';
import { type Added, beginApp, confirmApp, keepPasskey, originOf, type Owner } from './set-up.service.ts';

type Endpoints = typeof endpoints;
type Kind = (typeof factorKinds)[number];
type Holder = Awaited<ReturnType<typeof ticketHolder>>;

const holderOf = (tools: SecondStepTools, context: OpenContext): Promise<Holder> =>
  ticketHolder(tools, context, 'enrol', true);

/**
 * Does a step of the set-up for who holds the ticket. One after the other for each user, and only while the password and
 * the second factors are those that the ticket was given for: of several who set up at once one wins.
 */
const enrolling = <T>(
  tools: SecondStepTools,
  { now }: OpenContext,
  { user: { customer_id: customerId, user_id: userId }, user: holder, ticket }: Holder,
  kind: Kind,
  work: (owner: Owner, user: UserRow) => Promise<T>,
): Promise<T> =>
  withTenant(tools.pool, tenantOf(holder), async (tx) => {
    await lockUser(tx, customerId, userId);
    const user = await findUser(tx, customerId, userId);
    if (!isStillRight(user, ticket)) throw startAgain();
    if (factorsMarkOf(await listFactors(tx, customerId, userId)) !== ticket.factorsMark) throw startAgain();
    const { missing } = await factorNeedOf(tx, customerId, userId);
    if (missing === 'passkey' && kind !== 'passkey') throw forbidden('Your organisation asks for a passkey here');
    return work({ tx, customerId, userId, now }, user);
  });

export const beginEnrolByApp = async (
  tools: SecondStepTools,
  context: OpenContext,
): Promise<Returned<Endpoints['beginTotp']>> =>
  enrolling(tools, context, await holderOf(tools, context), 'totp', (owner, user) =>
    beginApp(owner, tools, user, 'Authenticator app'),
  );

/** The factor, its recovery codes and the session are made together, or not at all. */
const finishEnrolment = async (
  tools: SecondStepTools,
  context: OpenContext,
  holder: Holder,
  kind: Kind,
  add: (owner: Owner) => Promise<Added>,
): Promise<Returned<Endpoints['confirmTotp']>> => {
  const done = await enrolling(tools, context, holder, kind, async (owner, user) => {
    const { name, recoveryCodes } = await add(owner);
    await recordAct(owner.tx, context, { ...actOfUser(user, 'factor.add', null), after: { name } });
    return { user, recoveryCodes, end: await endStage(owner.tx, tools, context, user) };
  });
  return { recoveryCodes: done.recoveryCodes, next: await tellEnd(tools, context, done.user, done.end) };
};

export const finishEnrolByApp = async (
  tools: SecondStepTools,
  context: OpenContext,
  { factorUuid, code }: Received<Endpoints['confirmTotp']>['body'],
): Promise<Returned<Endpoints['confirmTotp']>> =>
  finishEnrolment(tools, context, await holderOf(tools, context), 'totp', (owner) =>
    confirmApp(owner, tools, factorUuid, code),
  );

export const beginEnrolByPasskey = async (
  tools: SecondStepTools,
  context: OpenContext,
): Promise<Returned<Endpoints['beginPasskey']>> => {
  const origin = originOf(tools);
  const holder = await holderOf(tools, context);
  const options = await enrolling(tools, context, holder, 'passkey', ({ tx }: { tx: Tx }, user) =>
    registrationOptions(tx, tools, origin, user, holder.purpose, context.now),
  );
  return { options: { ...options } };
};

export const finishEnrolByPasskey = async (
  tools: SecondStepTools,
  context: OpenContext,
  { passkey }: Received<Endpoints['addPasskey']>['body'],
): Promise<Returned<Endpoints['addPasskey']>> => {
  const holder = await holderOf(tools, context);
  // Before the transaction opens: the use of the challenge has to stay, whatever becomes of the passkey.
  const made = await readRegistration(tools, originOf(tools), passkey, holder.purpose, context.now);
  if (!made) throw invalid(factorTexts.wrongPasskey);
  return finishEnrolment(tools, context, holder, 'passkey', (owner) => keepPasskey(owner, tools, 'Passkey', made));
};
