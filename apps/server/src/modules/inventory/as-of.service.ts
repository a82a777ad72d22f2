import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { before } from './as-of.rules.ts';
import { findFirstChange, selectChangesSince } from './changes.repository.ts';
import { listInventories } from './inventory.queries.ts';

/** The versions a host had just before a moment; undefined when nothing is known of it that early. */
export const versionsBefore = async (
  tx: Tx,
  customerId: string,
  hostNo: number,
  moment: Date,
): Promise<number[] | undefined> => {
  const first = await findFirstChange(tx, customerId, hostNo);
  if (!first || first >= moment) return undefined;
  const [inventory] = await listInventories(tx, customerId, [hostNo]);
  const changes = await selectChangesSince(tx, customerId, hostNo, moment);
  return before(inventory ? unpackNumbers(inventory.version_ids) : [], changes);
};
