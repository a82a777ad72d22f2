import { readFileSync } from 'node:fs';
import { rawKey } from '@patchkeep/orders/envelope';
import { longestLife } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { type OrderKind, orderKinds, signStatement } from '@patchkeep/orders/statements';
import { systemPackage } from '@patchkeep/orders/system-package';
import { z } from 'zod';
import { type FirstApproversRequest, firstApprovers } from './first-approvers.ts';
import { hostBudget } from './host-budget.ts';
import { directorKeys, readIncarnation, readKey, signerFolder } from './keys.ts';
import { siteRegister } from './known-sites.ts';

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** What the server asks to be signed. It says neither when nor how often: that is the signer's. */
export const signingRequest = z.strictObject({
  site: uuid,
  orders: z
    .array(
      z.strictObject({
        agent: uuid,
        task: uuid,
        kind: z.enum(orderKinds),
        statementHash: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .nullable(),
        options: z.record(z.string().max(50), z.string().max(1_000)),
        kbs: z.array(z.int().min(1)).max(200),
        systemPackage: systemPackage.optional(),
        attempt: z.int().min(1).max(20),
        secondsToLive: z
          .int()
          .min(60)
          .max(longestLife / 1_000),
      }),
    )
    .max(100),
});
export type SigningRequest = z.output<typeof signingRequest>;

export interface SignedOrders {
  /** Of the root these were signed under, so that whoever delivers them can deliver it first. */
  rootVersion: number;
  site: string;
  freshness: string;
  orders: string[];
}

/** More than may be told in a minute. A server in the wrong hands is slowed down to this. */
export class TooMany extends Error {}

export interface Limits {
  /** For one site; it grows with the hosts that got orders. */
  ordersPerMinute: number;
  /** For all sites together; it grows in the same way. */
  totalPerMinute: number;
  /** For all sites together, of the kinds that do most harm at once. */
  perMinuteOfKind: Partial<Record<OrderKind, number>>;
  /** Sites the signer has never spoken for, that it accepts within 24 hours. */
  newSitesPerDay: number;
  /** Sites that get their first approvers of custom software within 24 hours. */
  firstApproversPerDay: number;
  /** No order counts for longer, whatever the server asks for. */
  orderSeconds?: number;
}

/** Enough for 60,000 hosts that are patched and restarted within four hours, each with ten orders. */
export const usualLimits = {
  ordersPerMinute: 600,
  totalPerMinute: 3_000,
  perMinuteOfKind: { restart: 300, 'remove-package': 300, custom: 300 },
  newSitesPerDay: 20,
  firstApproversPerDay: 20,
} satisfies Limits;

/**
 * Counts what was signed in the minute that runs, for each site, each kind and all together. What may be told to a site
 * and to all grows with their hosts; the kinds that do most harm at once never do.
 */
const minuteMeter = (limits: Limits, budget: ReturnType<typeof hostBudget>, clock: () => Date) => {
  let minute = 0;
  const spent = new Map<string, number>();
  return ({ site, orders }: SigningRequest): void => {
    const current = Math.floor(clock().getTime() / 60_000);
    if (current !== minute) spent.clear();
    minute = current;
    const ofKind = (kind: OrderKind): number => orders.filter((order) => order.kind === kind).length;
    const wanted: { name: string; count: number; most: number; why: string }[] = [
      { name: site, count: orders.length, most: budget.ofSite(site), why: 'This site has' },
      { name: 'all', count: orders.length, most: budget.ofAll(), why: 'All sites together have' },
      ...orderKinds.flatMap((kind) => {
        const most = limits.perMinuteOfKind[kind];
        return most === undefined ? [] : [{ name: kind, count: ofKind(kind), most, why: `For ${kind} all sites have` }];
      }),
    ];
    // All are looked at before any is counted: what is refused has spent nothing.
    for (const { name, count, most, why } of wanted)
      if (count > 0 && (spent.get(name) ?? 0) + count > most)
        throw new TooMany(`${why} been told enough for this minute`);
    for (const { name, count } of wanted) spent.set(name, (spent.get(name) ?? 0) + count);
    budget.note(
      site,
      orders.map(({ agent }) => agent),
    );
  };
};

const siteYears = 1;

/** Signs orders with the key of their site. Knows no database and nobody's word but its own limits. */
export const openSigner = (
  folder: string,
  given: Partial<Limits>,
  clock: () => Date = () => new Date(),
  tell: (line: string) => void = () => undefined,
) => {
  const limits: Limits = { ...usualLimits, ...given };
  const places = signerFolder(folder);
  const root = readFileSync(places.root, 'utf8');
  const { version } = readRoot(root);
  const steps = Array.from({ length: version - 1 }, (_, i) => readFileSync(places.step(i + 2), 'utf8'));
  const sitesKey = readKey(places.sites);
  const directorOf = directorKeys(folder);
  const incarnation = readIncarnation(folder);
  const naming = firstApprovers(folder, { sitesKey, perDay: limits.firstApproversPerDay, clock });
  const budget = hostBudget(folder, { site: limits.ordersPerMinute, all: limits.totalPerMinute }, clock, tell);
  const spend = minuteMeter(limits, budget, clock);
  const admit = siteRegister(folder, limits.newSitesPerDay, clock);

  // The clock counts: no order of a former start has a higher number, and nothing need be remembered.
  let last = 0;
  const nextSequence = (): number => {
    last = Math.max(last + 1, clock().getTime());
    return last;
  };

  return {
    root,
    /** The roots after the first, in their order. */
    steps,
    nameFirstApprovers(wish: FirstApproversRequest) {
      admit(wish.site);
      return naming.name(wish);
    },
    firstApprovers: naming.list,
    sign({ site, orders }: SigningRequest): SignedOrders {
      admit(site);
      spend({ site, orders });
      const now = clock().getTime();
      const director = directorOf(site);
      const year = 365 * 86_400_000 * siteYears;
      return {
        rootVersion: version,
        site: signStatement('site', { site, version: 1, expires: now + year, director: rawKey(director) }, [sitesKey]),
        freshness: signStatement('freshness', { site, incarnation, at: now }, [director]),
        orders: orders.map(({ secondsToLive, ...order }) =>
          signStatement(
            'order',
            {
              ...order,
              site,
              incarnation,
              sequence: nextSequence(),
              notBefore: now,
              expires: now + Math.min(secondsToLive, limits.orderSeconds ?? secondsToLive) * 1_000,
            },
            [director],
          ),
        ),
      };
    },
  };
};
export type Signer = ReturnType<typeof openSigner>;
