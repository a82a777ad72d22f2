import type { RetryChoice } from '@patchkeep/contract/activities';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../patching.tables.ts';
import { applicationUpdateKinds } from '../tasks/update-kinds.rules.ts';
import { windowsUpdateKind } from '../tasks/windows-update.rules.ts';
import { isRetryable, isUnsolved } from './activity-result.queries.ts';

export interface RetryableTask {
  task_id: string;
  host_no: number;
  host_name: string;
  channel_tag: string;
  /** Of the application or update, where the catalogue knows one. */
  name: string | null;
  cause: string;
  exit_code: number | null;
}

/** What a choice means: named tasks and those of one host whenever they failed, of a whole site those that failed lately. */
const isChosen = (choice: RetryChoice, now: Date) => {
  if ('activityUuid' in choice) return sql`t.task_id = any(${choice.activityUuid}::uuid[]) and ${isRetryable}`;
  const { kind, subject, agentUuid } = choice;
  const kinds = kind === 'wua' ? [windowsUpdateKind] : [...applicationUpdateKinds];
  return sql`t.kind = any(${kinds}::int[])
    and (${subject ?? null}::text is null or t.channel_tag = ${subject ?? null}::text)
    and ${agentUuid === undefined ? isUnsolved(now) : sql`t.host_id = ${agentUuid}::uuid and ${isRetryable}`}`;
};

/** The failed updates of the site that a retry would have planned again, by host. */
export const selectRetryable = async (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  choice: RetryChoice,
  now: Date,
): Promise<RetryableTask[]> => {
  const { rows } = await sql<RetryableTask>`
    select t.task_id, h.host_no, h.host_name, t.channel_tag, c.name, t.cause, t.exit_code
    from tasks t join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
    left join channels c on c.channel_tag = t.channel_tag
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.state = 4 and ${isChosen(choice, now)}
    order by h.host_name, h.host_no, t.task_id`.execute(tx);
  return rows;
};
