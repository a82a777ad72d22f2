import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { countRevisionOn } from './decisions.repository.ts';

/** The job that makes work of what was decided; the module of that work runs it. `siteId` is planned first. */
export const planRequest = {
  name: 'plan-customer',
  payload: z.object({ customerId: z.string(), siteId: z.string().nullable() }),
} satisfies Pick<Job, 'name' | 'payload'>;

/** Has the work of the customer planned as soon as a worker is free. Whoever asks while one waits asks for that one. */
export const requestPlan = ({ tx, principal, now }: Pick<Context, 'tx' | 'principal' | 'now'>): Promise<void> => {
  const { customerId, siteId } = principal;
  return enqueue(tx, planRequest, { customerId, siteId }, { key: `plan:${customerId}`, runAt: now });
};

/** Says, in the transaction that decided something, that it did: screens read anew, and hosts are given work. */
export const noteDecided = async (context: Context): Promise<void> => {
  await countRevisionOn(context.tx, context.principal.customerId);
  await requestPlan(context);
};
