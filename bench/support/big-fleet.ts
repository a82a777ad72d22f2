import type pg from 'pg';
import { packNumbers } from '../../apps/server/src/platform/db/packed-numbers.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';

const commonApplications = 500;
const versionsPerCommon = 20;
const versionsPerTail = 5;
const cveCount = 5_000;
const hostsPerHolderBucket = 32_768;

/** A catalogue of 60,000 versions: 500 products everybody has, and a long tail. One in seven has a problem. */
export const raiseCatalogue = async (client: pg.Client, tailApplications = 10_000) => {
  await client.query(
    `insert into cves (cve_id, content_hash, title, description, cvss_score, exploited_on, cvss_all, is_ransomware,
       is_rejected, is_disputed, reference_urls, feeds)
     select 'CVE-2025-' || (10000 + n), '', 'A flaw ' || n, '', n % 10, case when n % 40 = 0 then date '2026-11-01' end,
       '[]', false, false, false, '{}', '{}' from generate_series(1, ${cveCount}) n`,
  );
  await client.query(
    `insert into epss_scores (cve_no, epss, percentile) select cve_no, (cve_no % 100) / 100.0, 0.5 from cves`,
  );
  await client.query(
    `insert into applications (identity_key, name, sort_name, publisher)
     select 'bench:' || n, name, lower(name), 'Maker ' || n % 300
     from (select n, case when n < ${commonApplications} then 'Common ' else 'Tail ' end || substr(md5(n::text), 1, 8)
             || ' ' || n as name
           from generate_series(0, ${commonApplications + tailApplications} - 1) n) as named`,
  );
  await client.query(
    `insert into software_versions (name, publisher, version)
     select a.name, a.publisher, v || '.0.' || a.application_id
     from applications a, generate_series(1, case when a.name like 'Common%' then ${versionsPerCommon}
       else ${versionsPerTail} end) v
     where a.identity_key like 'bench:%' order by a.application_id, v`,
  );
  await client.query(
    `insert into version_verdicts (version_id, application_id, identified_by, status, is_exploited, cve_nos, zero_day_nos,
       eol_on, fixed_version, highest_epss, revision)
     select s.version_id, a.application_id, 'name', case when p = 0 then 3 when p < 10 then 2 when p < 14 then 1 else 0 end,
       false, case when p < 10 then array(select c.cve_no from cves c
         where c.cve_no between s.version_id % 4900 + 1 and s.version_id % 4900 + 30 order by 1) else '{}' end,
       case when p = 0 then array[s.version_id % 4900 + 1] else '{}' end,
       case when p between 10 and 13 then date '2026-01-01' end, case when p between 1 and 9 then '99.0' end,
       case when p < 10 then 0.5 end, 1
     from (select s.*, s.version_id * 7919 % 100 as p from software_versions s) s
     join applications a on a.name = s.name and a.identity_key like 'bench:%'`,
  );
  await client.query('update catalog_revision set revision = 1');
  const { rows } = await client.query<{ name: string; ids: number[] }>(
    `select s.name, array_agg(s.version_id order by s.version_id) as ids from software_versions s
     join version_verdicts v using (version_id) group by s.name order by min(s.version_id)`,
  );
  return {
    common: rows.filter(({ name }) => name.startsWith('Common')).map(({ ids }) => ids),
    tail: rows.filter(({ name }) => name.startsWith('Tail')).map(({ ids }) => ids),
  };
};

/** Inventories of so many applications for hosts 0 to count, in both directions, as ingest would have left them. */
export const raiseInventories = async (
  client: pg.Client,
  customerId: string,
  count: number,
  perHost: number,
  { common, tail }: Awaited<ReturnType<typeof raiseCatalogue>>,
  /** Every host has one of these. */
  everywhere: readonly number[] = [],
): Promise<void> => {
  const random = randomFrom(8);
  await client.query(
    `insert into copy_kinds (customer_id, copy_no, facts_hash, version_id, facts, noted_on)
     select $1, version_id, decode(md5(version_id::text), 'hex'), version_id,
       jsonb_build_object('scope', 'machine', 'source', 'msi', 'path', 'C:\\Program Files\\' || name), current_date from software_versions`,
    [customerId],
  );
  const holders = new Map<number, number[]>();
  const versionsOf = (hostNo: number): number[] => {
    const ids = new Set<number>(everywhere.length > 0 ? [random.pick(everywhere)] : []);
    while (ids.size < perHost) {
      const isCommon = ids.size < perHost * 0.8;
      const from = random.pick(isCommon ? common : tail);
      // The newest few are the most common.
      ids.add(from[from.length - 1 - Math.floor(random.next() ** 2 * from.length)] ?? 0);
    }
    const sorted = [...ids].toSorted((a, b) => a - b);
    for (const id of sorted) {
      const list = holders.get(id);
      if (list) list.push(hostNo);
      else holders.set(id, [hostNo]);
    }
    return sorted;
  };
  for (let from = 0; from < count; from += 2_000) {
    const hostNos = Array.from({ length: Math.min(2_000, count - from) }, (_, i) => from + i);
    const packed = hostNos.map((hostNo) => packNumbers(versionsOf(hostNo)));
    await client.query(
      `insert into host_inventories (customer_id, host_no, version_ids, copy_nos, taken_at)
       select $1, i.host_no, i.ids, i.ids, now() from unnest($2::int[], $3::bytea[]) as i (host_no, ids)`,
      [customerId, hostNos, packed],
    );
  }
  const lists = [...holders].flatMap(([versionId, hostNos]) =>
    [...Map.groupBy(hostNos, (hostNo) => Math.floor(hostNo / hostsPerHolderBucket))].map(
      ([bucket, own]) => [versionId, bucket, packNumbers(own)] as const,
    ),
  );
  for (let at = 0; at < lists.length; at += 5_000) {
    const part = lists.slice(at, at + 5_000);
    await client.query(
      `insert into version_holders (customer_id, version_id, bucket, host_nos)
       select $1, h.* from unnest($2::int[], $3::int[], $4::bytea[]) as h`,
      [customerId, part.map(([id]) => id), part.map(([, bucket]) => bucket), part.map(([, , hosts]) => hosts)],
    );
  }
  await client.query('vacuum analyze');
};
