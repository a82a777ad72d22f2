import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';

const atOnce = 5_000;

/** The hosts of a customer that have copies with an offer, by pages. The others cost nothing. */
export async function* offeredPages(tx: Tx, customerId: string) {
  for (let after = -1; ;) {
    const page = await tx
      .selectFrom('host_inventories')
      .select(['host_no', 'offer_nos'])
      .where('customer_id', '=', customerId)
      .where('offer_nos', 'is not', null)
      .where('host_no', '>', after)
      .orderBy('host_no')
      .limit(atOnce)
      .execute();
    yield page;
    const last = page.at(-1);
    if (!last || page.length < atOnce) return;
    after = last.host_no;
  }
}
