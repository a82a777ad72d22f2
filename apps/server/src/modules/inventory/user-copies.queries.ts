import { sql } from 'kysely';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { hostPages } from './host-pages.queries.ts';

/** Hosts where a user has a copy of a version, and those among them where the machine has none. */
export interface UsersHolders {
  hostNos: number[];
  withoutMachine: number[];
}

const selectVersions = async (tx: Tx, customerId: string, copyNos: readonly number[]): Promise<Map<number, number>> => {
  const rows = await tx
    .selectFrom('copy_kinds')
    .select(['copy_no', 'version_id'])
    .where('customer_id', '=', customerId)
    .where('copy_no', '=', sql<number>`any(${[...new Set(copyNos)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.copy_no, row.version_id]));
};

/** On these hosts, every copy with its owner; empty for the machine's. Hosts without copies of users are left out. */
export const listUserCopies = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
): Promise<Map<number, { versionId: number; owner: string }[]>> => {
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
  const versionOf = await selectVersions(
    tx,
    customerId,
    copies.flatMap(({ owned }) => owned.map(({ copyNo }) => copyNo)),
  );
  return new Map(
    copies.map(({ hostNo, owned }) => [
      hostNo,
      owned.flatMap(({ copyNo, owner }) => {
        const versionId = versionOf.get(copyNo);
        return versionId === undefined ? [] : { versionId, owner };
      }),
    ]),
  );
};

/** By version, the hosts of a customer where users have copies of their own. Most hosts have none and cost nothing. */
export const listUsersHolders = async (tx: Tx, customerId: string): Promise<Map<number, UsersHolders>> => {
  const holders = new Map<number, UsersHolders>();
  for await (const page of hostPages(tx, customerId, 'user_copies')) {
    const hosts = page.map(({ host_no: hostNo, copy_nos, user_copies }) => ({
      hostNo,
      ofMachine: unpackNumbers(copy_nos),
      ofUsers: (user_copies ?? []).map(([copyNo]) => copyNo),
    }));
    const versionOf = await selectVersions(
      tx,
      customerId,
      hosts.flatMap(({ ofMachine, ofUsers }) => [...ofMachine, ...ofUsers]),
    );
    for (const { hostNo, ofMachine, ofUsers } of hosts) {
      const machines = new Set(ofMachine.map((copyNo) => versionOf.get(copyNo)));
      for (const versionId of new Set(ofUsers.flatMap((copyNo) => versionOf.get(copyNo) ?? []))) {
        const found = holders.get(versionId) ?? { hostNos: [], withoutMachine: [] };
        holders.set(versionId, found);
        found.hostNos.push(hostNo);
        if (!machines.has(versionId)) found.withoutMachine.push(hostNo);
      }
    }
  }
  return holders;
};
