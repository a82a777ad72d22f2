import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

/** The worst few CVEs of each version: exploited first, then likely, then bad. */
export const selectWorstCves = async (
  tx: Tx,
  versions: readonly { version_id: number; cve_nos: readonly number[] }[],
  most: number,
) => {
  const pairs = versions.flatMap(({ version_id, cve_nos }) => cve_nos.map((cveNo) => [version_id, cveNo] as const));
  if (pairs.length === 0) return [];
  const { rows } = await sql<{
    version_id: number;
    cve_no: number;
    cve_id: string;
    is_exploited: boolean;
    cvss_score: number | null;
    epss: number | null;
  }>`
    select version_id, cve_no, cve_id, is_exploited, cvss_score, epss from (
      select p.version_id, c.cve_no, c.cve_id, c.exploited_on is not null as is_exploited, c.cvss_score, e.epss,
        row_number() over (partition by p.version_id
          order by (c.exploited_on is not null) desc, e.epss desc nulls last, c.cvss_score desc nulls last, c.cve_id desc
        ) as place
      from unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, no]) => no)}::int[]) as p (version_id, cve_no)
      join cves c on c.cve_no = p.cve_no
      left join epss_scores e on e.cve_no = p.cve_no
    ) ranked where place <= ${most} order by version_id, place`.execute(tx);
  return rows;
};

/** For which scopes each of these channels has an installer. */
export const selectInstallerScopes = async (
  tx: Tx,
  channelTags: readonly string[],
): Promise<Map<string, (string | null)[]>> => {
  const rows = await tx
    .selectFrom('manifests as m')
    .innerJoin('packages as p', (join) =>
      join.onRef('p.package_id', '=', 'm.package_id').onRef('p.version', '=', 'm.version'),
    )
    .select(['m.channel_tag', 'p.scope'])
    .distinct()
    .where('m.channel_tag', '=', sql<string>`any(${[...channelTags]}::text[])`)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.channel_tag)].map(([tag, own]) => [tag, own.map((row) => row.scope)]),
  );
};

/** The installers of one version of a channel. */
export const selectPackages = (tx: Tx, channelTag: string, version: string) =>
  tx
    .selectFrom('manifests as m')
    .innerJoin('packages as p', (join) =>
      join.onRef('p.package_id', '=', 'm.package_id').onRef('p.version', '=', 'm.version'),
    )
    .select(['p.version', 'p.architecture', 'p.scope', 'p.kind', 'p.sha256'])
    .where('m.channel_tag', '=', channelTag)
    .where('m.version', '=', version)
    .orderBy('p.architecture')
    .orderBy('p.installer_no')
    .execute();
