import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Secrets } from '../../platform/config/config.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { EventHub } from '../../platform/http/events.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { rowSealer } from '../../platform/sealed.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { accountRoutes } from './account/account.routes.ts';
import type { BreachedPasswords } from './account/breached-passwords.service.ts';
import { apiTokenRoutes } from './api-tokens.routes.ts';
import type { Authenticator } from './authenticate.service.ts';
import { errorReports } from './error-report.service.ts';
import { challenges } from './factors/challenge.factory.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { loginTickets } from './factors/login-ticket.factory.ts';
import { recoveryCodes } from './factors/recovery-code.factory.ts';
import { guestRequestTexts, guestRoutes } from './guests/guests.routes.ts';
import { type ProductFacts, type SessionFacts, shakeHands } from './handshake.service.ts';
import { presentCurrentSite, presentSiteRef } from './identity.presenter.ts';
import { knownDevices } from './known-device.service.ts';
import { endHomeSession, login } from './login.service.ts';
import { passwordKeeper } from './password.service.ts';
import { type ProvisioningCallers, provisioningCallers } from './scim/scim-caller.service.ts';
import { provisioningRoutes, scimRoutes } from './scim/scim.routes.ts';
import { deleteSession } from './sessions.repository.ts';
import { makeDefaultSite, selectableSites, selectSite } from './site-choice.service.ts';
import { siteRoutes } from './sites/sites.routes.ts';
import type { SiteFacts } from './sites/sites.service.ts';
import { textRecords } from './sso/domain-proof.service.ts';
import { identityProviders } from './sso/provider.service.ts';
import { signOutThere } from './sso/sign-out.service.ts';
import { ssoTickets } from './sso/sso-ticket.factory.ts';
import { ssoRoutes } from './sso/sso.routes.ts';
import { findUser, listUsableSites } from './users.queries.ts';
import { userRoutes } from './users.routes.ts';
import { invitationTexts } from './users/invitation-text.factory.ts';

export interface IdentityDependencies {
  pool: pg.Pool;
  db: Kysely<Tables>;
  bus: Bus;
  events: EventHub;
  authenticator: Authenticator;
  peppers: Secrets;
  secretKeys: Secrets;
  dataKeys: Secrets | undefined;
  /** The address that users type. */
  publicOrigin: string | undefined;
  sessionFacts: SessionFacts;
  siteFacts: SiteFacts;
  productFacts: ProductFacts;
  breachedPasswords: BreachedPasswords;
  clock: () => Date;
  /** The way to identity providers. */
  egress: Egress;
  dnsServers: readonly string[];
  /** The server has a mail server. */
  isMailing: boolean;
}

/** Opens the door of identity providers, once it is known who may come in. */
type MountScim = (authenticate: ProvisioningCallers['authenticate']) => Mount;

export const identityRoutes = (mount: Mount, mountScim: MountScim, deps: IdentityDependencies): void => {
  const { pool, authenticator, events, sessionFacts, productFacts } = deps;
  const tools = {
    ...deps,
    passwords: passwordKeeper(deps.peppers),
    devices: knownDevices(deps.secretKeys),
    tickets: loginTickets(deps.secretKeys),
    codes: recoveryCodes(deps.peppers),
    challenges: challenges(deps.secretKeys, deps.db),
    rows: deps.dataKeys && rowSealer(deps.dataKeys),
    texts: invitationTexts(deps.secretKeys),
  };
  const providers = identityProviders(deps.egress, deps.clock);
  const keepReport = errorReports();
  deps.bus.subscribe((hint) => {
    if (hint.thing === 'session' && hint.id !== undefined) authenticator.forgetUser(hint.id);
    if (hint.thing === 'apiToken' && hint.id !== undefined) authenticator.forgetToken(hint.id);
  });

  accountRoutes(mount, tools);
  apiTokenRoutes(mount, authenticator);
  factorRoutes(mount, tools);
  userRoutes(mount, { ...tools, texts: invitationTexts(deps.secretKeys) });
  guestRoutes(mount, { ...tools, requestTexts: guestRequestTexts(deps.secretKeys) });
  ssoRoutes(mount, {
    ...tools,
    ssoTickets: ssoTickets(deps.secretKeys),
    providers,
    records: textRecords(deps.dnsServers),
  });
  const callers = provisioningCallers(pool);
  provisioningRoutes(mount, { publicOrigin: deps.publicOrigin, callers });
  scimRoutes(mountScim(callers.authenticate), tools);
  siteRoutes(mount, authenticator, deps.siteFacts);

  mount.open(session.loginOptions, async (context) => {
    const caller = { ...context, bearer: undefined, namedSiteId: undefined, isActive: false };
    return {
      passwordHashVersion: 1 as const,
      isPasskeyOffered: deps.publicOrigin !== undefined,
      isUat: productFacts.isUat,
      isSignedIn: (await authenticator.authenticate(caller)) !== undefined,
    };
  });
  mount.open(session.login, (context, { body }) => login(tools, context, body));

  mount(session.ehlo, async (context, { query }) => {
    context.onCommit(() => authenticator.forget(context.cookie));
    return shakeHands(context, query, sessionFacts, productFacts);
  });
  mount(session.logout, async (context) => {
    const { customerId, sessionId, userId, home } = context.principal;
    // Looked up first: the session says what the identity provider knows it by.
    const provider = await signOutThere({ ...tools, providers }, home ?? context.principal);
    await endHomeSession(pool, home);
    await deleteSession(context.tx, customerId, sessionId);
    await recordActOfCaller(context, { siteId: null, verb: 'session.logout', objectKind: 'user', objectId: userId });
    context.onCommit(() => {
      authenticator.forget(context.cookie);
      events.end(sessionId);
      context.setCookie(null);
    });
    context.emit({ thing: 'session', id: userId });
    return { provider };
  });
  mount(session.reportError, async (context, { body }) => {
    await keepReport(context, body);
    return {};
  });
  mount.stream(session.events, async (principal, reply, lookAgain) => {
    const { customerId, userId } = principal;
    const look = async (): Promise<ReadonlySet<string> | undefined> => {
      if (!(await lookAgain())) return undefined;
      const usable = await withTenant(pool, { customerId, siteIds: [], actorId: userId }, async (tx) => {
        const user = await findUser(tx, customerId, userId);
        return user ? listUsableSites(tx, customerId, user) : [];
      });
      return new Set(usable.map((site) => site.site_id));
    };
    await events.open(principal, look, reply);
  });

  mount(sites.selectable, async (context) => {
    const { sites: usable, current } = await selectableSites(context);
    return { currentSite: current ? presentCurrentSite(current) : null, sites: usable.map(presentSiteRef) };
  });
  mount(sites.select, async (context, { params }) => {
    context.onCommit(() => authenticator.forget(context.cookie));
    const site = await selectSite(context, params.id);
    return { currentSite: presentCurrentSite(site) };
  });
  mount(sites.setDefault, async (context, { params }) => {
    await makeDefaultSite(context, params.id);
    return { defaultSiteAccountUuid: params.id };
  });
};
