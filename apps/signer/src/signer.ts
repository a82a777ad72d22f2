import { readFileSync } from 'node:fs';
import { rawKey } from '@patchkeep/orders/envelope';
import { longestLife } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { orderKinds, signStatement } from '@patchkeep/orders/statements';
import { z } from 'zod';
import { directorKeys, readIncarnation, readKey, signerFolder } from './keys.ts';

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

/** More than a site may be told in a minute. A server in the wrong hands is slowed down to this. */
export class TooMany extends Error {}

export interface Limits {
  ordersPerMinute: number;
  /** No order counts for longer, whatever the server asks for. */
  orderSeconds?: number;
}

const siteYears = 1;

/** Signs orders with the key of their site. Knows no database and nobody's word but its own limits. */
export const openSigner = (folder: string, limits: Limits, clock: () => Date = () => new Date()) => {
  const places = signerFolder(folder);
  const root = readFileSync(places.root, 'utf8');
  const { version } = readRoot(root);
  const steps = Array.from({ length: version - 1 }, (_, i) => readFileSync(places.step(i + 2), 'utf8'));
  const sitesKey = readKey(places.sites);
  const directorOf = directorKeys(folder);
  const incarnation = readIncarnation(folder);
  const spent = new Map<string, { minute: number; orders: number }>();

  const spend = (site: string, count: number): void => {
    const minute = Math.floor(clock().getTime() / 60_000);
    const known = spent.get(site);
    const orders = (known?.minute === minute ? known.orders : 0) + count;
    if (orders > limits.ordersPerMinute) throw new TooMany('This site has been told enough for this minute');
    spent.set(site, { minute, orders });
  };

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
    sign({ site, orders }: SigningRequest): SignedOrders {
      spend(site, orders.length);
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
