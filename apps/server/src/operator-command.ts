import { randomUUIDv7 } from 'node:crypto';
import { WrongUsage } from '@patchkeep/command/command';
import type pg from 'pg';
import type { z } from 'zod';
import { findCustomer, listCustomerIds } from './modules/tenants/public.ts';
import { globalQueries } from './platform/db/global.ts';
import { type Tx, withTenant } from './platform/db/tenant.ts';

/** The options of a command, or a sentence about each that is wrong. */
export const readOptions = <T>(shape: z.ZodType<T>, values: unknown): T => {
  const read = shape.safeParse(values);
  if (read.success) return read.data;
  throw new WrongUsage(read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
};

/** What the activity log says of an act by command. */
export const commandFacts = () => ({
  requestId: randomUUIDv7(),
  ip: 'command line',
  instanceId: null,
  now: new Date(),
});

/** Work of a command in one customer as a whole. */
export const inCustomer = <T>(pool: pg.Pool, customerId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenant(pool, { customerId, siteIds: [], actorId: null }, work);

/** The customer of a name, or the only one where none is named. */
export const customerNamed = async (pool: pg.Pool, wanted: string | undefined): Promise<string> => {
  const all = await listCustomerIds(globalQueries(pool));
  const [only, ...others] = all;
  if (wanted === undefined && others.length > 0)
    throw new Error('There are several customers: name one with --customer NAME');
  if (wanted === undefined && only !== undefined) return only;
  for (const customerId of all)
    if ((await inCustomer(pool, customerId, (tx) => findCustomer(tx, customerId)))?.name === wanted) return customerId;
  throw new Error('There is no such customer');
};
