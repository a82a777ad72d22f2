import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';

const atOnce = 5_000;

/** The hosts of a customer that have copies of users, or copies with an offer, by pages. The others cost nothing. */
export async function* hostPages(tx: Tx, customerId: string, withSome: 'user_copies' | 'offer_nos') {
  for (let after = -1; ;) {
    const page = await tx
      .selectFrom('host_inventories')
      .select(['host_no', 'copy_nos', 'user_copies', 'offer_nos'])
      .where('customer_id', '=', customerId)
      .where(withSome, 'is not', null)
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
