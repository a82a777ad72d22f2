import type { Returned } from '@patchkeep/contract/endpoint';
import type { guestOverview } from '@patchkeep/contract/guest-overview';
import { type guests as endpoints, guestLimits } from '@patchkeep/contract/guests';
import { sitePermission } from '@patchkeep/contract/rights';
import { has } from '@patchkeep/rules/permissions';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Context, Home, Principal } from '../../../platform/context.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { enterSites, type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { findCustomer } from '../../tenants/public.ts';
import { secondStepOf } from '../factors/factors.queries.ts';
import { presentSiteRef } from '../identity.presenter.ts';
import type { UserRow } from '../identity.tables.ts';
import { connectionOfSession } from '../sessions.queries.ts';
import type { SiteFacts } from '../sites/sites.service.ts';
import { findUser, listUsableSites, type UsableSite } from '../users.queries.ts';
import { findGuest, listDirectory } from './guests.queries.ts';

export interface CustomersTools {
  pool: pg.Pool;
  db: Kysely<Tables>;
}

/** The account and session at home, for somebody who is there and for somebody who is a guest already. */
export const homeOf = ({ home, customerId, userId, sessionId }: Principal): Home =>
  home ?? { customerId, userId, sessionId };

export const atHome = <T>(
  { pool }: Pick<CustomersTools, 'pool'>,
  { customerId, userId }: Home,
  work: (tx: Tx) => Promise<T>,
) => withTenant(pool, { customerId, siteIds: [], actorId: userId }, work);

/** The user at home, if their customer is a service provider; only those enter other customers. */
export const providerUser = async (tools: Pick<CustomersTools, 'pool'>, home: Home) =>
  atHome(tools, home, async (tx) => {
    const user = await findUser(tx, home.customerId, home.userId);
    const customer = await findCustomer(tx, home.customerId);
    const isUsable = customer?.is_provider === true && user?.disabled_at === null && user.home_user_id === null;
    return isUsable ? { user, methods: await secondStepOf(tx, user) } : undefined;
  });

export const inCustomer = <T>(
  { pool }: Pick<CustomersTools, 'pool'>,
  home: Home,
  customerId: string,
  work: (tx: Tx, guest: UserRow) => Promise<T>,
): Promise<T | undefined> =>
  withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    const guest = await findGuest(tx, customerId, home);
    return guest?.disabled_at === null ? work(tx, guest) : undefined;
  });

/** So many customers are asked at once. */
const atOnce = 4;

interface Asked {
  tx: Tx;
  customerId: string;
  guest: UserRow;
  sites: UsableSite[];
}

/**
 * What each customer that let the caller in answers, by name; those with a site that the caller may enter. Each is asked
 * in a transaction of its own.
 */
const askCustomers = async <T>(
  tools: CustomersTools,
  home: Home,
  work: (asked: Asked) => Promise<T>,
): Promise<(T & { customerUuid: string; customerName: string })[]> => {
  const waiting = await listDirectory(tools.db, home, guestLimits.customers);
  const answers: (T & { customerUuid: string; customerName: string })[] = [];
  const askNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const customerId = next;
      const answer = await inCustomer(tools, home, customerId, async (tx, guest) => {
        const sites = await listUsableSites(tx, customerId, guest);
        if (sites.length === 0) return undefined;
        const customerName = (await findCustomer(tx, customerId))?.name ?? '';
        return { ...(await work({ tx, customerId, guest, sites })), customerUuid: customerId, customerName };
      });
      if (answer) answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askNext));
  return answers.toSorted((a, b) => a.customerName.localeCompare(b.customerName));
};

/** The customers that let the caller in. */
export const readCustomers = async (
  { principal }: Context,
  tools: CustomersTools,
): Promise<Returned<typeof endpoints.customers>> => {
  const home = homeOf(principal);
  const caller = await providerUser(tools, home);
  return {
    customers: caller
      ? await askCustomers(tools, home, async ({ sites }) => ({ sites: sites.map(presentSiteRef) }))
      : [],
    methods: caller?.methods ?? [],
    currentCustomerUuid: principal.home ? principal.customerId : null,
  };
};

/**
 * Whether the session at home stands for a second factor. Who has one was asked for it when the session began, unless
 * an identity provider said who it is.
 */
const isProven = async (tools: CustomersTools, home: Home, methods: readonly unknown[]): Promise<boolean> =>
  methods.length > 0 &&
  (await atHome(tools, home, (tx) => connectionOfSession(tx, home.customerId, home.sessionId))) === null;

/** The sites of which somebody may see results. */
const isLookedInto = ({ is_detection_module_enabled: isDetecting, permissions }: UsableSite): boolean =>
  isDetecting && has(permissions, sitePermission.FullRead);

/**
 * The numbers of all sites of all customers that let the caller in. Somebody who could not enter without another proof
 * is told no number either.
 */
export const readOverview = async (
  { principal, now }: Context,
  tools: CustomersTools & { siteFacts: Pick<SiteFacts, 'readSiteNumbers'> },
): Promise<Returned<typeof guestOverview.read>> => {
  const home = homeOf(principal);
  const caller = await providerUser(tools, home);
  if (!caller || !(await isProven(tools, home, caller.methods))) return { isShown: false, customers: [] };
  const customers = await askCustomers(tools, home, async ({ tx, customerId, guest, sites }) => {
    const siteIds = sites.filter(isLookedInto).map(({ site_id }) => site_id);
    await enterSites(tx, { customerId, siteIds, actorId: guest.user_id });
    return { sites: await tools.siteFacts.readSiteNumbers(tx, { customerId, siteIds }, now) };
  });
  return { isShown: true, customers };
};
