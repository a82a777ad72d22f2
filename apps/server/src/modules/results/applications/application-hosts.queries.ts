import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { PageEnd } from '../../../platform/http/cursor.ts';

/** The lists that hold counted hosts: at work, and dormant. An index has each of them in order, not both together. */
const countedViews = [0, 2];

interface HostPage {
  after: PageEnd | undefined;
  limit: number;
  hostNos?: readonly number[];
  namePrefix?: string | undefined;
}

/** Hosts of a site in the order of their names, from where a page ended; of some numbers only, when they are given. */
export const selectHostsInOrder = async (tx: Tx, site: { customerId: string; siteId: string }, wanted: HostPage) => {
  const lists = [];
  for (const view of countedViews) lists.push(await selectView(tx, site, view, wanted));
  return lists
    .flat()
    .toSorted((a, b) => compareBytes(a.sort_name, b.sort_name) || (a.host_id < b.host_id ? -1 : 1))
    .slice(0, wanted.limit);
};

/** As the database sorts: by bytes, not by the letters of a language. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const selectView = (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  view: number,
  given: HostPage,
) => {
  let query = tx
    .selectFrom('hosts as h')
    .select(['h.host_id', 'h.host_no', 'h.sort_name'])
    .where('h.customer_id', '=', customerId)
    .where('h.site_id', '=', siteId)
    .where('h.view', '=', view)
    .orderBy('h.sort_name')
    .orderBy('h.host_id')
    .limit(given.limit);
  const { after, hostNos, namePrefix } = given;
  if (hostNos) query = query.where('h.host_no', '=', sql<number>`any(${[...hostNos]}::int[])`);
  if (namePrefix !== undefined && namePrefix !== '') {
    const from = namePrefix.toLowerCase();
    query = query.where('h.sort_name', '>=', from).where('h.sort_name', '<', `${from}\u{10ffff}`);
  }
  if (after) query = query.where(sql<SqlBool>`(h.sort_name, h.host_id) > (${after.value}::text, ${after.id}::uuid)`);
  return query.execute();
};

/** The numbers of the hosts that carry a tag. */
export const listTagged = async (tx: Tx, customerId: string, siteId: string, tagId: string): Promise<Set<number>> => {
  const { rows } = await sql<{ host_nos: string | null }>`
    select string_agg(h.host_no::text, ',') as host_nos
    from host_tags t join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
    where t.customer_id = ${customerId} and h.customer_id = ${customerId}
      and t.site_id = ${siteId} and t.tag_id = ${tagId}`.execute(tx);
  return new Set((rows[0]?.host_nos ?? '').split(',').filter(Boolean).map(Number));
};
