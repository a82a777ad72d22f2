import { sql } from 'kysely';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';

/** Copies of one version of a package for which the repositories of their hosts offer the same newer version. */
export interface OfferedCopies {
  copyNo: number;
  versionId: number;
  /** Of the package. */
  name: string;
  offered: string;
  /** The day a host of the customer first told of the offer. */
  notedOn: string;
  hostNos: number[];
}

const atOnce = 5_000;

const selectPage = (tx: Tx, customerId: string, after: number) =>
  tx
    .selectFrom('host_inventories')
    .select(['host_no', 'offer_nos'])
    .where('customer_id', '=', customerId)
    .where('offer_nos', 'is not', null)
    .where('host_no', '>', after)
    .orderBy('host_no')
    .limit(atOnce)
    .execute();

/** What the repositories of a customer's hosts offer now. Hosts that are offered nothing cost nothing. */
export const listOffered = async (tx: Tx, customerId: string): Promise<OfferedCopies[]> => {
  const hostsOf = new Map<number, number[]>();
  let page: Awaited<ReturnType<typeof selectPage>> = [];
  do {
    page = await selectPage(tx, customerId, page.at(-1)?.host_no ?? -1);
    for (const { host_no: hostNo, offer_nos: numbers } of page)
      for (const copyNo of numbers ? unpackNumbers(numbers) : []) {
        const hosts = hostsOf.get(copyNo) ?? [];
        hostsOf.set(copyNo, hosts);
        hosts.push(hostNo);
      }
  } while (page.length === atOnce);
  const { rows } = await sql<{ copy_no: number; version_id: number; name: string; offered: string; noted_on: string }>`
    select k.copy_no, k.version_id, s.name, k.facts ->> 'offered' as offered, k.noted_on::text as noted_on
    from copy_kinds k join software_versions s on s.version_id = k.version_id
    where k.customer_id = ${customerId} and k.copy_no = any(${[...hostsOf.keys()]}::int[])
      and k.facts ->> 'offered' is not null`.execute(tx);
  return rows.map((row) => ({
    copyNo: row.copy_no,
    versionId: row.version_id,
    name: row.name,
    offered: row.offered,
    notedOn: row.noted_on,
    hostNos: hostsOf.get(row.copy_no) ?? [],
  }));
};
