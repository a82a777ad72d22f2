import { randomUUID } from 'node:crypto';
import { exportIdentity, makeIdentity } from '@patchkeep/agent-client/identity';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import pg from 'pg';
import { versionRegister } from '../../apps/server/src/modules/catalog/public.ts';
import { agentRegister, writeKeyId } from '../../apps/server/src/modules/hosts/agents/agents.service.ts';
import { keyOfCopy, partCopy } from '../../apps/server/src/modules/inventory/copies.rules.ts';
import { copyRegister } from '../../apps/server/src/modules/inventory/copies.service.ts';
import { changeHolders, upsertInventories } from '../../apps/server/src/modules/inventory/inventory.repository.ts';
import { holdersOfEach, sortedUnique } from '../../apps/server/src/modules/inventory/posting.rules.ts';
import { globalQueries } from '../../apps/server/src/platform/db/global.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { withTenant } from '../../apps/server/src/platform/db/tenant.ts';
import { secretKey } from '../../apps/server/src/testkit/world.ts';
import { type Send, SimulatedHost } from '../../apps/simulator/src/host.ts';
import { type Random, randomFrom } from '../../apps/simulator/src/random.ts';
import type { startPlatform } from './platform.ts';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

export interface RaisedFleetOptions {
  platform: Platform;
  send: Send;
  hosts: number;
  /** So many different inventories, shared out over the hosts. */
  inventories: number;
  applications: number;
  /** False: hosts that have never been inspected. */
  isInspected: boolean;
}

const batch = 1_000;
const sharedVersions = 400;
const tailVersions = 59_600;

const numbered = (n: number): SoftwareCopy => ({
  name: `Application ${Math.floor(n / 3)}`,
  publisher: `Publisher ${n % 500}`,
  version: `${1 + (n % 20)}.${n}`,
  scope: 'machine',
  source: n % 3 === 0 ? 'exe' : 'msi',
  path: `C:\\Program Files\\Application ${Math.floor(n / 3)}`,
});

/** Four fifths of what everybody has, the popular ones more often; one fifth out of a long tail. */
const benchSoftware = (random: Random, applications: number): SoftwareCopy[] => {
  const drawn = new Set<number>();
  while (drawn.size < applications * 0.8) drawn.add(Math.floor(random.next() ** 1.5 * sharedVersions));
  while (drawn.size < applications) drawn.add(sharedVersions + random.below(tailVersions));
  return [...drawn].map(numbered);
};

/**
 * Hosts with keys of their own, put into the database beside the door: enrolling a hundred thousand takes a quarter of
 * an hour. From then on they speak the real protocol with real signatures.
 */
export const raiseFleet = async (options: RaisedFleetOptions): Promise<SimulatedHost[]> => {
  const { platform, send, hosts, applications, isInspected } = options;
  const pool = openPool({
    url: platform.postgres.url('patchkeep_api', 'bench'),
    size: 2,
    name: 'fleet',
    onError: console.error,
  });
  const admin = new pg.Client(platform.postgres.url('postgres', 'bench'));
  await admin.connect();
  const { customerId, siteId } = platform;
  const place = { customerId, siteId };
  const versions = versionRegister(globalQueries(pool), () => new Date());
  const copies = copyRegister(pool, () => new Date());
  const agents = agentRegister(pool, [secretKey]);
  const random = randomFrom(5);
  const kinds: { software: SoftwareCopy[]; hash: string; ids: number[]; copyNos: number[]; keys: number[] }[] = [];
  for (let i = 0; i < options.inventories; i++) {
    const software = benchSoftware(random, applications);
    const ids = await versions.resolve(software);
    const copyNos = await copies.resolve(
      customerId,
      software.map((copy, at) => partCopy(copy, ids[at] ?? 0).kind),
    );
    kinds.push({
      software,
      hash: inventoryHash(software),
      ids: sortedUnique(ids),
      copyNos: sortedUnique(copyNos),
      keys: sortedUnique(software.map((copy, at) => keyOfCopy(ids[at] ?? 0, copy))),
    });
  }
  const { rows: numbers } = await admin.query(
    'select coalesce(max(host_no), -1) + 1 as first from hosts where customer_id = $1',
    [customerId],
  );
  const first = Number(numbers[0].first);
  const fleet: SimulatedHost[] = [];
  const bootedAt = new Date('2026-11-01T06:00:00Z');
  for (let at = 0; at < hosts; at += batch) {
    const made = Array.from({ length: Math.min(batch, hosts - at) }, (_, i) => {
      const kind = kinds[(at + i) % kinds.length];
      if (!kind) throw new Error('A fleet needs at least one inventory');
      const hostId = randomUUID();
      const identity = makeIdentity();
      const host = SimulatedHost.restore(
        {
          key: exportIdentity(identity),
          keyId: writeKeyId({ ...place, hostId }),
          lineage: agents.firstCloneToken(hostId),
          inspectedRevision: isInspected ? 1 : 0,
          agentUuid: hostId,
          facts: factsOf(at + i, bootedAt),
          software: kind.software,
        },
        randomFrom(at + i),
        send,
      );
      return { hostNo: first + at + i, hostId, key: Buffer.from(identity.publicKey, 'base64url'), kind, host };
    });
    await admin.query(
      `insert into hosts (customer_id, site_id, host_id, host_no, host_name, sort_name, public_key, hardware_hash,
         os_family, os_name, os_version, os_architecture, agent_version, time_zone, users, free_disk_bytes, last_boot_at,
         enrolled_at, inspect_revision, inspected_revision, inventory_hash)
       select $1, $2, h.id, h.no, 'LT-' || h.no, 'lt-' || h.no, h.key, decode(md5(h.no::text), 'hex'), 0, 'Windows 11 24H2',
         '10.0.26100', 'x64', '0.1.0', 'UTC', '{ana}', 1000000000, $3, now() - interval '3 days', 1, $4, h.hash
       from unnest($5::uuid[], $6::int[], $7::bytea[], $8::bytea[]) as h (id, no, key, hash)`,
      [
        customerId,
        siteId,
        bootedAt,
        isInspected ? 1 : 0,
        made.map((each) => each.hostId),
        made.map((each) => each.hostNo),
        made.map((each) => each.key),
        made.map((each) => (isInspected ? Buffer.from(each.kind.hash, 'hex') : null)),
      ],
    );
    if (isInspected)
      await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, async (tx) => {
        await upsertInventories(
          tx,
          customerId,
          made.map(({ hostNo, kind }) => ({
            hostNo,
            versionIds: kind.ids,
            copyNos: kind.copyNos,
            offerNos: [],
            userCopies: [],
            takenAt: new Date(),
          })),
        );
        const added = holdersOfEach(made.map(({ hostNo, kind }) => [hostNo, kind.keys] as const));
        await changeHolders(tx, customerId, { added, removed: new Map() });
      });
    fleet.push(...made.map(({ host }) => host));
  }
  await admin.query(
    'insert into host_numbers values ($1, $2) on conflict (customer_id) do update set next_host_no = $2',
    [customerId, first + hosts],
  );
  await admin.query('vacuum analyze');
  await admin.end();
  await pool.end();
  return fleet;
};

const factsOf = (n: number, bootedAt: Date) => ({
  hostName: `LT-${n}`,
  os: { family: 'windows' as const, name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' },
  agentVersion: '0.1.0',
  bootTime: bootedAt.toISOString(),
  freeDiskBytes: 1_000_000_000,
  users: ['ana'],
  timeZone: 'UTC',
});
