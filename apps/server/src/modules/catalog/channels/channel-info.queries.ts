import type { Channel } from '@patchkeep/starter/channel';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';

export interface ChannelPage {
  channelTag?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const chosen = ({ channelTag, q }: ChannelPage) => {
  const start = `${(q ?? '').toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(${channelTag ?? null}::text is null or channel_tag = ${channelTag ?? null})
    and (${q ?? null}::text is null or lower(name) like ${start} or lower(vendor) like ${start})`;
};

export const listChannels = async (tx: Tx, page: ChannelPage, after: string | undefined) => {
  const { rows } = await sql<{
    channel_tag: string;
    name: string;
    vendor: string;
    description: string;
    homepage: string;
    endoflife_slug: string | null;
    rules: Channel;
  }>`
    select channel_tag, name, vendor, description, homepage, endoflife_slug, rules from channels
    where ${chosen(page)} and (${after ?? null}::text is null or (lower(name), channel_tag) >
      (select lower(name), channel_tag from channels where channel_tag = ${after ?? null}))
    order by lower(name), channel_tag limit ${page.limit + 1}`.execute(tx);
  return rows;
};

export const countChannels = async (tx: Tx, page: ChannelPage): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from channels where ${chosen(page)}`.execute(tx);
  return rows[0]?.n ?? 0;
};

export const listReleases = async (tx: Tx, tags: readonly string[]) =>
  tx
    .selectFrom('channel_versions')
    .select(['channel_tag', 'version', 'released_on'])
    .where('channel_tag', '=', sql<string>`any(${[...tags]}::text[])`)
    .execute();

export const listCycles = async (tx: Tx, slugs: readonly string[]) =>
  tx
    .selectFrom('eol_cycles')
    .select(['slug', 'cycle', 'ends_on', 'is_ended', 'released_on'])
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .orderBy('released_on', (order) => order.desc().nullsLast())
    .orderBy('cycle', 'desc')
    .execute();

/** What kinds of packages there are of each channel. A package that says nothing of its scope may be either. */
export const listPackageKinds = async (tx: Tx, tags: readonly string[]) => {
  const { rows } = await sql<{ channel_tag: string; scopes: (string | null)[]; architectures: string[] }>`
    select m.channel_tag, array_agg(distinct p.scope) as scopes, array_agg(distinct p.architecture) as architectures
    from manifests m join packages p on p.package_id = m.package_id and p.version = m.version
    where m.channel_tag = any(${[...tags]}::text[])
    group by m.channel_tag`.execute(tx);
  return rows;
};
