import type { CopyVariant } from '@patchkeep/rules/software/variant';
import { sql } from 'kysely';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { selectCopyKinds } from './copies.repository.ts';
import './inventory.tables.ts';

/** A copy of a version with its owner, empty for the machine's. */
export interface OwnedCopy {
  versionId: number;
  owner: string;
  variant: CopyVariant;
}

/** On these hosts, every copy with its owner; empty for the machine's. Hosts without copies of users are left out. */
export const listUserCopies = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
): Promise<Map<number, OwnedCopy[]>> => {
  const rows = await tx
    .selectFrom('host_inventories')
    .select(['host_no', 'copy_nos', 'user_copies'])
    .where('customer_id', '=', customerId)
    .where('user_copies', 'is not', null)
    .where('host_no', '=', sql<number>`any(${[...new Set(hostNos)]}::int[])`)
    .execute();
  const copies = rows.map((row) => ({
    hostNo: row.host_no,
    owned: [
      ...unpackNumbers(row.copy_nos).map((copyNo) => ({ copyNo, owner: '' })),
      ...(row.user_copies ?? []).map(([copyNo, owner]) => ({ copyNo, owner })),
    ],
  }));
  const kindOf = await selectCopyKinds(
    tx,
    customerId,
    copies.flatMap(({ owned }) => owned.map(({ copyNo }) => copyNo)),
  );
  return new Map(
    copies.map(({ hostNo, owned }) => [
      hostNo,
      owned.flatMap(({ copyNo, owner }) => {
        const kind = kindOf.get(copyNo);
        return kind ? { ...kind, owner } : [];
      }),
    ]),
  );
};
