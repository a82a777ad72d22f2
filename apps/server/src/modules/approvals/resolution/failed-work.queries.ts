import { orderKinds } from '@patchkeep/orders/statements';
import type { FailedWork } from '@patchkeep/rules/approvals/given-up';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';

/** The kinds of tasks that carry out decisions. */
const kindsOf = {
  app: [orderKinds.indexOf('upgrade-package'), orderKinds.indexOf('upgrade-system-package')],
  wua: [orderKinds.indexOf('windows-update')],
} as const;

interface Row {
  host_no: number;
  channel_tag: string;
  to_version: string;
  for_user: string;
  architectures: string[] | null;
  family: string | null;
  options: Record<string, string>;
  created_at: Date;
  attempt: number;
  cause: string;
}

/**
 * Reads what failed for good of these applications or updates, at a site or on one host of it. State 4 is `failed` of
 * the module patching, which approvals may not import; written out, because the index is for this state alone. A task
 * that expired was never tried, and is planned again by itself; so is one that somebody has retried.
 */
export const selectFailedWork = async (
  tx: Tx,
  { customerId, siteId, hostNo }: { customerId: string; siteId: string; hostNo?: number },
  kind: keyof typeof kindsOf,
  subjects: readonly string[],
): Promise<{ hostNo: number; subject: string; failed: Required<FailedWork> }[]> => {
  if (subjects.length === 0) return [];
  const { rows } = await sql<Row>`
    select h.host_no, t.channel_tag, t.to_version, t.for_user, t.options, t.created_at, t.attempt, t.cause,
      s.architectures, s.family
    from tasks t join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
    left join package_statements s on s.statement_hash = t.statement_hash
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.state = 4
      and t.kind = any(${[...kindsOf[kind]]}::int[]) and t.channel_tag = any(${[...subjects]}::text[]) and t.result <> 'expired'
      and t.retried_at is null
      and h.customer_id = ${customerId} and (${hostNo ?? null}::int is null or h.host_no = ${hostNo ?? null}::int)
    order by t.created_at, t.task_id`.execute(tx);
  return rows.map((row) => ({
    hostNo: row.host_no,
    subject: row.channel_tag,
    failed: {
      toVersion: row.to_version,
      owner: row.for_user,
      copies: { architectures: row.architectures, family: row.family },
      options: row.options,
      at: row.created_at,
      tries: { attempts: row.attempt, cause: row.cause },
    },
  }));
};
