import type { Tx } from '../../../platform/db/tenant.ts';
import { type CustomEnvelope, selectCustomEnvelopes } from '../../custom-software/public.ts';
import type { TaskRow } from '../patching.tables.ts';
import { customKind } from './custom.rules.ts';

type OfStatement = Pick<TaskRow, 'kind' | 'statement_hash'>;

/** What approvers have signed for those of these tasks that are about custom software. */
export const statementsOf = async (
  tx: Tx,
  customerId: string,
  tasks: readonly OfStatement[],
): Promise<(task: OfStatement) => CustomEnvelope | undefined> => {
  const hashes = tasks.flatMap(({ kind, statement_hash: hash }) => (kind === customKind && hash ? hash : []));
  const rows = hashes.length > 0 ? await selectCustomEnvelopes(tx, customerId, hashes) : [];
  const byHash = new Map(rows.map((row) => [row.statement_hash.toString('hex'), row]));
  return ({ kind, statement_hash: hash }) =>
    kind === customKind ? byHash.get(hash?.toString('hex') ?? '') : undefined;
};
