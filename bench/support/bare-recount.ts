import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { unpackNumbers } from '../../apps/server/src/platform/db/packed-numbers.ts';
import type { startPlatform } from './platform.ts';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

const statusCount = 4;
const insecure = 2;
/** What a full re-match writes: the statuses of versions, and the counts of applications and of hosts. */
const written = ['version_verdicts', 'application_counts', 'host_counts'] as const;

/** Runs one statement in psql, which reads from one file or writes into another. */
const psql = ({ postgres }: Platform, sql: string, from: string | undefined, into: string): Promise<void> => {
  const input = from === undefined ? 'ignore' : openSync(from, 'r');
  const output = openSync(into, 'w');
  const args = ['-q', '-X', '-v', 'ON_ERROR_STOP=1', '-c', sql, postgres.url('postgres', 'bench')];
  const child = spawn(join(postgres.bin, 'psql'), args, { stdio: [input, output, 'inherit'] });
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`psql ended with ${code}: ${sql}`))));
  }).finally(() => {
    if (typeof input === 'number') closeSync(input);
    closeSync(output);
  });
};

/** Every version with the number it is compared by, and the rules of its application as arrays of numbers. */
const readVersions = async (client: pg.Client) => {
  const { rows: versions } = await client.query<{ version_id: number; application_id: number; version: string }>(
    'select version_id, application_id, version from software_versions join version_verdicts using (version_id) order by 1',
  );
  const { rows: rules } = await client.query<{ channel_tag: string; rules: string }>('select * from channel_rules');
  const bounds = new Map(
    rules.map((row) => {
      const { cveNos, spans } = JSON.parse(row.rules) as {
        cveNos: number[];
        spans: [number, string, string, string][];
      };
      const own = spans.map(([cve, , , end]) => [cveNos[cve] ?? 0, Number.parseInt(end, 10)] as const);
      return [
        Number(row.channel_tag.slice('bench-'.length)),
        { cveNos: Int32Array.from(own, ([cveNo]) => cveNo), to: Float64Array.from(own, ([, to]) => to) },
      ] as const;
    }),
  );
  const highest = versions.at(-1)?.version_id ?? 0;
  const places = new Map<number, number>();
  const applicationOf = new Int32Array(highest + 1);
  for (const { version_id, application_id } of versions) {
    const place = places.get(application_id) ?? places.size;
    places.set(application_id, place);
    applicationOf[version_id] = place;
  }
  const numbered = versions.map(({ version_id, application_id, version }) => ({
    id: version_id,
    number: Number.parseInt(version, 10),
    bounds: bounds.get(application_id),
  }));
  return { numbered, highest, applicationOf, applications: places.size };
};

/** What each host has, and the hosts of the site, of each group with the groups below it, and of each tag. */
const readScopes = async (client: pg.Client, customerId: string) => {
  const { rows: inventories } = await client.query<{ host_no: number; version_ids: Buffer }>(
    'select host_no, version_ids from host_inventories where customer_id = $1 order by host_no',
    [customerId],
  );
  const hosts = inventories.map((row) => Int32Array.from(unpackNumbers(row.version_ids)));
  const placeOf = new Map(inventories.map(({ host_no }, place) => [host_no, place]));
  const { rows: members } = await client.query<{ host_nos: number[] }>(
    `select array_agg(host_no) as host_nos from hosts where customer_id = $1 and view = 0 group by site_id
     union all
     select array_agg(h.host_no) from hosts h join groups own using (group_id)
     join groups g on g.group_id = own.group_id or g.group_id = own.parent_id
     where h.customer_id = $1 and h.view = 0 group by g.group_id
     union all
     select array_agg(h.host_no) from host_tags t join hosts h using (host_id)
     where h.customer_id = $1 and h.view = 0 group by t.tag_id`,
    [customerId],
  );
  const scopes = members.map(({ host_nos }) =>
    Int32Array.from(host_nos.flatMap((hostNo) => placeOf.get(hostNo) ?? [])),
  );
  return { hosts, scopes };
};

/**
 * The outcome of a full re-match with no product around it: it reads versions and rules, compares numbers with bounds,
 * counts every scope in arrays, and copies as many rows as the product writes into tables alike.
 */
export const bareRecount = async (platform: Platform, client: pg.Client, changedVersions: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-recount-'));
  const fileOf = (table: string): string => join(folder, table);
  for (const table of written) {
    await client.query(`create table bare_${table} (like ${table} including indexes including storage)`);
    const part = table === 'version_verdicts' ? `order by version_id limit ${changedVersions}` : '';
    await psql(platform, `copy (select * from ${table} ${part}) to stdout`, undefined, fileOf(table));
  }
  const { numbered, highest, applicationOf, applications } = await readVersions(client);
  const { hosts, scopes } = await readScopes(client, platform.customerId);

  const match = (): Uint8Array => {
    const statuses = new Uint8Array(highest + 1);
    for (const { id, number, bounds } of numbered) {
      if (!bounds) continue;
      const found: number[] = [];
      for (let i = 0; i < bounds.to.length; i += 1) if (number < (bounds.to[i] ?? 0)) found.push(bounds.cveNos[i] ?? 0);
      statuses[id] = new Int32Array(found).length > 0 ? insecure : 0;
    }
    return statuses;
  };
  /** Hosts per application and status, and per version, of each scope; statuses per host. */
  const count = (statuses: Uint8Array): number => {
    let total = 0;
    for (const scope of scopes) {
      const perApplication = new Int32Array(applications * statusCount);
      const perVersion = new Int32Array(highest + 1);
      for (const host of scope)
        for (const id of hosts[host] ?? []) {
          const place = (applicationOf[id] ?? 0) * statusCount + (statuses[id] ?? 0);
          perApplication[place] = (perApplication[place] ?? 0) + 1;
          perVersion[id] = (perVersion[id] ?? 0) + 1;
        }
      total += perApplication.reduce((sum, each) => sum + each, 0);
    }
    const perHost = new Uint16Array(hosts.length * statusCount);
    hosts.forEach((ids, host) => {
      for (const id of ids) {
        const place = host * statusCount + (statuses[id] ?? 0);
        perHost[place] = (perHost[place] ?? 0) + 1;
      }
    });
    return total;
  };

  return {
    /** In milliseconds. */
    async measure(): Promise<number> {
      await client.query(`truncate ${written.map((table) => `bare_${table}`).join(', ')}`);
      const began = performance.now();
      const versions = 'select v.*, d.content_hash from software_versions v join version_verdicts d using (version_id)';
      await Promise.all([
        psql(platform, `copy (${versions}) to stdout`, undefined, '/dev/null'),
        psql(platform, 'copy channel_rules to stdout', undefined, '/dev/null'),
      ]);
      if (count(match()) === 0) throw new Error('Nothing was counted');
      for (const table of written) await psql(platform, `copy bare_${table} from stdin`, fileOf(table), '/dev/null');
      return performance.now() - began;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
