import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { before } from './as-of.rules.ts';
import { selectChangesSince, selectKnownBefore } from './changes.repository.ts';
import { listInventories } from './inventory.queries.ts';

/** The versions that hosts had just before a moment, by host; without those of which nothing is known that early. */
export const versionsBefore = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  moment: Date,
): Promise<Map<number, number[]>> => {
  const known = await selectKnownBefore(tx, customerId, hostNos, moment);
  const inventories = await listInventories(tx, customerId, known);
  const heldNow = new Map(inventories.map((row) => [row.host_no, unpackNumbers(row.version_ids)]));
  const changes = await selectChangesSince(tx, customerId, known, moment);
  return new Map(known.map((hostNo) => [hostNo, before(heldNow.get(hostNo) ?? [], changes.get(hostNo) ?? [])]));
};
