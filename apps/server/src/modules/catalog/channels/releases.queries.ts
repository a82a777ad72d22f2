import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../catalog.tables.ts';

/** Another text as soon as a feed or a verdict has changed. */
export const readCatalogMark = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ mark: string }>`
    select r.revision || '.' || coalesce((select sum(f.revision) from feeds f), 0) as mark
    from catalog_revision r`.execute(tx);
  return rows[0]?.mark ?? '';
};

export const listReleasesBy = async (tx: Tx, tags: readonly string[]) => {
  const { rows } = await sql<{
    channel_tag: string;
    scheme: string;
    version: string;
    released_on: string | null;
    has_manifest: boolean;
  }>`
    select c.channel_tag, c.scheme, v.version, v.released_on, m.version is not null as has_manifest
    from channels c join channel_versions v on v.channel_tag = c.channel_tag
    left join (
      select distinct channel_tag, version from manifests where channel_tag = any(${[...tags]}::text[])
    ) m on m.channel_tag = v.channel_tag and m.version = v.version
    where c.channel_tag = any(${[...tags]}::text[])`.execute(tx);
  return rows;
};
