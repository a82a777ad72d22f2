import type { ActivityResult } from '@patchkeep/contract/activities';
import { type RawBuilder, sql } from 'kysely';
import '../patching.tables.ts';
import { inSites } from '../../../platform/db/in-sites.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { applicationUpdateKinds, updateKinds } from '../tasks/update-kinds.rules.ts';

/** What failed earlier is no news any more: its host was reinstalled, or the application is gone. */
const unsolvedWithinMs = 30 * 86_400_000;

const updates = sql`any(${[...updateKinds]}::int[])`;

/**
 * An update (`t`) that failed for good, and nothing newer was planned for the same copy: it can be retried. What a job
 * asked for is no update. States are written out, 4 for `failed` and 5 for `superseded`, because an index is for the
 * state 4 alone. What expired was never tried, and is planned again by itself.
 */
export const isRetryable: RawBuilder<boolean> = sql`
  (t.state = 4 and t.kind = ${updates} and t.result <> 'expired' and t.retried_at is null
    and not exists (
      select from tasks n where n.customer_id = t.customer_id and n.site_id = t.site_id and n.host_id = t.host_id
        and n.kind = t.kind and n.channel_tag = t.channel_tag and n.for_user = t.for_user and n.state <> 5
        and (n.changed_at, n.task_id) > (t.changed_at, t.task_id)))`;

/** A retryable update that failed lately: it waits for a person. */
export const isUnsolved = (now: Date): RawBuilder<boolean> => sql`
  (t.changed_at >= ${new Date(now.getTime() - unsolvedWithinMs)}::timestamptz and ${isRetryable})`;

const conditions: Record<Exclude<ActivityResult, 'unsolved'>, RawBuilder<boolean>> = {
  waiting: sql`(t.state = 0 and t.attempt = 0)`,
  retried: sql`(t.state = 0 and t.attempt > 0)`,
  running: sql`t.state = 1`,
  unverified: sql`t.state in (2, 6)`,
  verified: sql`t.state = 3`,
  failed: sql`t.state = 4`,
  updated: sql`(t.state = 3 and t.kind = ${updates})`,
};

/** Whether a task (`t`) has come to this. */
export const hasResult = (result: ActivityResult, now: Date): RawBuilder<boolean> =>
  result === 'unsolved' ? isUnsolved(now) : conditions[result];

/** Updates of applications that wait for a person after they failed, by channel: how many, and on how many hosts. */
export const countUnsolved = async (tx: Tx, customerId: string, siteIds: readonly string[], now: Date) => {
  const { rows } = await sql<{ channel_tag: string; updates: number; hosts: number }>`
    select t.channel_tag, count(*)::int as updates, count(distinct t.host_id)::int as hosts
    from tasks t
    where t.customer_id = ${customerId} and ${inSites('t.site_id', siteIds)}
      and t.kind = any(${[...applicationUpdateKinds]}::int[]) and ${isUnsolved(now)}
    group by t.channel_tag`.execute(tx);
  return rows;
};
