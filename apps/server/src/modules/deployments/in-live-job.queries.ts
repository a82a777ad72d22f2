import type { Context } from '../../platform/context.ts';
import { siteOf } from '../hosts/public.ts';

/** Whether a job that is not completed runs this custom software: also a stopped one, which somebody may resume. */
export const isInLiveJob = async (context: Context, configId: string): Promise<boolean> => {
  const { customerId, siteId } = siteOf(context);
  const row = await context.tx
    .selectFrom('goal_actions as a')
    .innerJoin('goals as g', (join) =>
      join.onRef('g.customer_id', '=', 'a.customer_id').onRef('g.goal_id', '=', 'a.goal_id'),
    )
    .select('a.goal_id')
    .where('a.customer_id', '=', customerId)
    .where('a.site_id', '=', siteId)
    .where('a.config_id', '=', configId)
    .where('a.is_enabled', '=', true)
    .where('g.is_completed', '=', false)
    .executeTakeFirst();
  return row !== undefined;
};
