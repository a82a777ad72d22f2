import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { enqueue, type Job } from '../../../platform/jobs/jobs.ts';
import { countRevisionOn } from './decisions.repository.ts';

/** The job that makes work of what was decided; the module of that work runs it. `siteId` is planned first. */
export const planRequest = {
  name: 'plan-customer',
  payload: z.object({
    customerId: z.string(),
    siteId: z.string().nullable(),
    /** Something moved that plans go by only once it is counted. */
    isAfterCount: z.boolean().optional(),
  }),
} satisfies Pick<Job, 'name' | 'payload'>;

/** Has the work of the customer planned as soon as a worker is free. Whoever asks while one waits asks for that one. */
export const requestPlan = ({
  tx,
  principal,
  now,
}: {
  tx: Tx;
  principal: Pick<Context['principal'], 'customerId' | 'siteId'>;
  now: Date;
}): Promise<void> => {
  const { customerId, siteId } = principal;
  return enqueue(tx, planRequest, { customerId, siteId }, { key: `plan:${customerId}`, runAt: now });
};

/**
 * Has the work of the customer planned once what this transaction moves is counted: hosts that change their groups or
 * tags, or come to work again, get other decisions. Under a key of its own, so that no decision waits for the count.
 */
export const requestPlanAfterCount = (tx: Tx, customerId: string, runAt: Date): Promise<void> =>
  enqueue(
    tx,
    planRequest,
    { customerId, siteId: null, isAfterCount: true },
    { key: `plan-moved:${customerId}`, runAt },
  );

/** Says, in the transaction that decided something, that it did: screens read anew, and hosts are given work. */
export const noteDecided = async (context: Context): Promise<void> => {
  await countRevisionOn(context.tx, context.principal.customerId);
  await requestPlan(context);
};
