import { createHash } from 'node:crypto';
import { type Approvers, approvers } from '@patchkeep/orders/custom/approvers';
import type { ApproverStatementRow } from './custom-software.tables.ts';

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
export const readApprovers = ({ statement }: Pick<ApproverStatementRow, 'statement'>): Approvers =>
  approvers.schema.parse(JSON.parse(statement));

/** Who vouches at a site: the last ones that are signed, and from when on hosts believe them. */
export interface Vouching {
  by: Approvers;
  startsAt: Date;
}

export const vouchingOf = (rows: readonly ApproverStatementRow[]): Vouching | undefined => {
  const signed = rows.filter(({ envelope }) => envelope !== null);
  const last = signed.at(-1);
  return last && { by: readApprovers(last), startsAt: last.starts_at };
};
