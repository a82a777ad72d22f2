import { sql } from 'kysely';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { OfferedCopies } from './inventory.tables.ts';
import { offeredPages } from './offered-pages.queries.ts';

/** What the repositories of a customer's hosts offer now. Hosts that are offered nothing cost nothing. */
export const listOffered = async (tx: Tx, customerId: string): Promise<OfferedCopies[]> => {
  const hostsOf = new Map<number, number[]>();
  for await (const page of offeredPages(tx, customerId))
    for (const { host_no: hostNo, offer_nos: numbers } of page)
      for (const copyNo of numbers ? unpackNumbers(numbers) : []) {
        const hosts = hostsOf.get(copyNo) ?? [];
        hostsOf.set(copyNo, hosts);
        hosts.push(hostNo);
      }
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
