import type { Proof } from '@patchkeep/contract/factors';
import type { ProofWay } from '@patchkeep/contract/step-up';
import type { Context, Principal } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { forbidden, notFound, unauthenticated } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import type { SignInTools } from '../login.service.ts';
import { renewSession } from '../sessions.repository.ts';
import { makeSid, readSid } from '../sid.rules.ts';
import { findUser } from '../users.queries.ts';
import { secondStepOf } from './factors.queries.ts';
import { authenticationOptions } from './passkey.service.ts';
import { type FactorTools, proveOwner, provingPurpose } from './prove.service.ts';

/** For how long the former cookie may read: what other tabs have sent is answered. */
const formerMs = 10_000;

/** By what the caller can prove here who they are: nothing for who signs in by single sign-on only, or at home as a guest. */
export const proofWaysOf = async (
  { tx, principal: { customerId, userId } }: Context,
  { publicOrigin }: Pick<FactorTools, 'publicOrigin'>,
): Promise<ProofWay[]> => {
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  if (user.is_sso_login_only || user.home_user_id !== null) return [];
  const factors = await secondStepOf(tx, user);
  if (factors.length === 0) return ['password'];
  return factors.filter((way) => way !== 'passkey' || publicOrigin !== undefined);
};

export const beginProofByPasskey = async (context: Context, tools: FactorTools) => {
  const { tx, principal, now } = context;
  if (tools.publicOrigin === undefined) throw forbidden('This server does not know its address');
  const owner = { customer_id: principal.customerId, user_id: principal.userId };
  const options = await authenticationOptions(tx, tools, tools.publicOrigin, owner, provingPurpose(context), now);
  return { options: { ...options } };
};

/**
 * Notes that a session was proved now, and makes it another cookie: one that was stolen before is worth nothing
 * afterwards. Undefined when another tab was first: the browser has the new cookie already, and a second one would make
 * that the former.
 */
export const renewedCookie = async (
  tx: Tx,
  { customerId, sessionId }: Pick<Principal, 'customerId' | 'sessionId'>,
  former: string | undefined,
  now: Date,
): Promise<string | undefined> => {
  const sid = former === undefined ? undefined : readSid(former);
  if (!sid) throw unauthenticated();
  const { cookie, hash } = makeSid(customerId);
  const isFirst = await renewSession(tx, { customerId, sessionId, now }, { from: sid.hash, to: hash }, formerMs);
  return isFirst ? cookie : undefined;
};

export const stepUpSession = async (
  context: Context,
  tools: FactorTools & Pick<SignInTools, 'authenticator'>,
  proof: Proof,
): Promise<void> => {
  await proveOwner(tools, context, proof);
  const { tx, principal, cookie: former, now } = context;
  const { userId } = principal;
  const cookie = await renewedCookie(tx, principal, former, now);
  if (cookie === undefined) return;
  await recordActOfCaller(context, { siteId: null, verb: 'session.stepUp', objectKind: 'user', objectId: userId });
  context.onCommit(() => {
    tools.authenticator.forget(former);
    context.setCookie(cookie);
  });
  context.emit({ thing: 'session', id: userId });
};
