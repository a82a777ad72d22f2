import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { guests as endpoints, SecondFactor } from '@patchkeep/contract/guests';
import type { Context, Home } from '../../../platform/context.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { recordAct, recordActOfCaller } from '../../audit/public.ts';
import { findCustomer } from '../../tenants/public.ts';
import type { Authenticator } from '../authenticate.service.ts';
import { listFactors } from '../factors/factors.queries.ts';
import { authenticationOptions, type PasskeyTools, readAnswer, spendAnswer } from '../factors/passkey.service.ts';
import { factorTexts, type FactorTools, kindOfCode, spendCode, throttleFactor } from '../factors/prove.service.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser, startSession } from '../login.service.ts';
import { deleteSession, setSessionCookie } from '../sessions.repository.ts';
import { makeSid } from '../sid.rules.ts';
import { listUsableSites, startSite } from '../users.queries.ts';
import { atHome, homeOf, inCustomer, providerUser } from './customers.service.ts';
import { isInDirectory } from './guests.queries.ts';

export type EnterTools = FactorTools & PasskeyTools & { authenticator: Authenticator };

/** A challenge that the session at home may answer, and nobody else. */
const purposeOf = ({ sessionId }: Home): string => `enter|${sessionId}`;

const callerOf = async (tools: EnterTools, home: Home) => {
  const caller = await providerUser(tools, home);
  if (!caller) throw notFound();
  if (caller.methods.length === 0)
    throw forbidden('Entering a customer needs a second factor. Set one up in your account at home first');
  return caller.user;
};

export const beginPasskey = async ({ principal, now }: Context, tools: EnterTools) => {
  const home = homeOf(principal);
  const user = await callerOf(tools, home);
  const origin = tools.publicOrigin;
  if (origin === undefined) throw invalid(factorTexts.wrongPasskey);
  const options = await atHome(tools, home, (tx) =>
    authenticationOptions(tx, tools, origin, user, purposeOf(home), now),
  );
  return { options: { ...options } };
};

const spendFactor = async (
  tools: EnterTools,
  { home, user, now }: { home: Home; user: UserRow; now: Date },
  given: SecondFactor,
): Promise<boolean> => {
  if ('code' in given)
    return atHome(tools, home, (tx) =>
      spendCode(tx, tools, user, { kind: kindOfCode(given.code), code: given.code }, now),
    );
  if (tools.publicOrigin === undefined) return false;
  const factors = await atHome(tools, home, (tx) => listFactors(tx, home.customerId, home.userId));
  const answered = { factors, owner: user };
  const signed = await readAnswer(tools, tools.publicOrigin, answered, given.passkey, purposeOf(home), now);
  return signed !== undefined && atHome(tools, home, (tx) => spendAnswer(tx, signed, now));
};

/** Always a second factor of the account at home, whatever the session was made with. Guesses count as at the login. */
const proveSecondFactor = async (
  tools: EnterTools,
  context: Context,
  home: Home,
  given: SecondFactor,
): Promise<UserRow> => {
  const user = await callerOf(tools, home);
  const attempt = await throttleFactor(
    tools.db,
    'code' in given ? kindOfCode(given.code) : 'passkey',
    user,
    context.now,
  );
  if (!(await spendFactor(tools, { home, user, now: context.now }, given))) {
    await atHome(tools, home, (tx) => recordAct(tx, context, actOfUser(user, 'factor.refused', home.sessionId)));
    throw invalid('code' in given ? factorTexts.wrong : factorTexts.wrongPasskey);
  }
  await attempt.forget();
  return user;
};

const endHere = async (context: Context, tools: EnterTools): Promise<void> => {
  const { customerId, sessionId, userId } = context.principal;
  await deleteSession(context.tx, customerId, sessionId);
  context.emit({ thing: 'session', id: userId });
  context.onCommit(() => tools.authenticator.forget(context.cookie));
};

/**
 * Makes a session of the customer. Nothing is asked of the customer's tenant before the directory says that it let the
 * caller in, and each tenant is asked in a transaction of its own.
 */
export const enterCustomer = async (
  context: Context,
  tools: EnterTools,
  customerId: string,
  given: Received<typeof endpoints.enter>['body'],
): Promise<Returned<typeof endpoints.enter>> => {
  const home = homeOf(context.principal);
  if (!(await isInDirectory(tools.db, home, customerId))) throw notFound();
  const user = await proveSecondFactor(tools, context, home, given.secondFactor);
  const entered = await inCustomer(tools, home, customerId, async (tx, guest) => {
    const sites = await listUsableSites(tx, customerId, guest);
    const wanted = given.siteAccountUuid ?? startSite(sites, guest.default_site_id);
    const site = sites.find(({ site_id }) => site_id === wanted);
    if (!site) return undefined;
    const name = (await findCustomer(tx, customerId))?.name;
    const cookie = await startSession(tx, context, guest, {
      parent: { home, siteId: site.site_id, verb: 'guest.enter' },
    });
    return { cookie, siteId: site.site_id, name };
  });
  if (!entered) throw notFound();
  await atHome(tools, home, (tx) =>
    recordAct(tx, context, { ...actOfUser(user, 'guest.enter', home.sessionId), after: { name: entered.name } }),
  );
  // From one customer to the next: the former session as a guest ends.
  if (context.principal.home) await endHere(context, tools);
  context.onCommit(() => context.setCookie(entered.cookie));
  return { siteAccountUuid: entered.siteId };
};

/** Back home, with a new cookie for the session there: the one of before was given up on entering. */
export const leaveCustomer = async (context: Context, tools: EnterTools): Promise<void> => {
  const { home, userId } = context.principal;
  if (!home) throw invalid('You are not a guest here');
  const { cookie, hash } = makeSid(home.customerId);
  await atHome(tools, home, (tx) => setSessionCookie(tx, home.customerId, home.sessionId, hash));
  await endHere(context, tools);
  await recordActOfCaller(context, { siteId: null, verb: 'guest.leave', objectKind: 'user', objectId: userId });
  context.onCommit(() => context.setCookie(cookie));
};
