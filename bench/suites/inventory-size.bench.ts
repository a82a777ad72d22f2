import pg from 'pg';
import { changeHolders, upsertInventories } from '../../apps/server/src/modules/inventory/inventory.repository.ts';
import { holderKey, holdersOfEach, sortedUnique } from '../../apps/server/src/modules/inventory/posting.rules.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { withTenant } from '../../apps/server/src/platform/db/tenant.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import type { Bench } from '../support/bench.ts';
import { startPlatform } from '../support/platform.ts';

const applications = 200;
const sharedVersions = 400;
const tailVersions = 59_600;
/** What a membership takes in Parquet with zstd, as measured for the plan. */
const floorBytes = 2.2;
const batch = 1_000;

/** R5: bytes an inventory takes with both directions, per-copy facts and all indexes, against the Parquet floor. */
export const inventorySize: Bench = {
  id: 'R5',
  what: 'bytes of a host’s inventory in the database, indexes and per-copy facts included / of the same in Parquet with zstd',
  goal: 3,
  isCost: true,
  rounds: 1,
  async start(isShort) {
    const platform = await startPlatform();
    const { customerId } = platform;
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    await client.query(
      `insert into software_versions (name, publisher, version)
       select 'App ' || n / 3, 'Publisher ' || n % 500, '1.' || n from generate_series(1, $1::int) n`,
      [sharedVersions + tailVersions],
    );
    const { rows } = await client.query('select version_id from software_versions order by version_id');
    const ids = rows.map((row) => Number(row.version_id));
    await client.query(
      `insert into copy_kinds (customer_id, copy_no, facts_hash, version_id, facts, noted_on)
       select $1, n - 1, decode(md5(id::text), 'hex'), id,
         jsonb_build_object('scope', 'machine', 'source', 'msi', 'path', 'C:\\Program Files\\App ' || n / 3, 'fileVersion', '1.' || n), current_date
       from unnest($2::int[]) with ordinality as v (id, n)`,
      [customerId, ids],
    );
    const pool = openPool({
      url: platform.postgres.url('patchkeep_api', 'bench'),
      size: 1,
      name: 'size',
      onError: console.error,
    });
    const random = randomFrom(11);
    /** Four fifths from what everybody has, the popular ones more often; one fifth from the long tail. */
    const draw = (): number[] => {
      const drawn = new Set<number>();
      while (drawn.size < applications * 0.8) drawn.add(Math.floor(random.next() ** 1.5 * sharedVersions));
      while (drawn.size < applications) drawn.add(sharedVersions + random.below(tailVersions));
      return sortedUnique([...drawn]);
    };
    const store = (first: number, count: number): Promise<void> =>
      withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
        const drawn = Array.from({ length: count }, (_, i) => ({ hostNo: first + i, at: draw() }));
        const items = drawn.map(({ hostNo, at }) => ({
          hostNo,
          versionIds: sortedUnique(at.map((n) => ids[n] ?? 0)),
          copyNos: at,
          offerNos: [],
          userCopies: [],
          takenAt: new Date(),
        }));
        await upsertInventories(tx, customerId, items);
        const added = holdersOfEach(
          items.map(({ hostNo, versionIds }) => [hostNo, versionIds.map((id) => holderKey(id))] as const),
        );
        await changeHolders(tx, customerId, { added, removed: new Map() });
      });
    let size = 0;
    return {
      ours: async () => {
        const hosts = isShort ? 3_000 : 100_000;
        if (size === 0) {
          for (let first = 0; first < hosts; first += batch) await store(first, batch);
          await client.query('vacuum full host_inventories, version_holders, copy_kinds');
          const { rows: sizes } = await client.query(
            `select sum(pg_total_relation_size(t::regclass))::float8 as bytes
             from unnest(array['host_inventories', 'version_holders', 'copy_kinds']) t`,
          );
          size = sizes[0].bytes / hosts;
        }
        return size;
      },
      bare: async () => floorBytes * applications,
      async stop() {
        await client.end();
        await pool.end();
        await platform.stop();
      },
    };
  },
};
