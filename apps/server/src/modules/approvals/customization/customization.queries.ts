import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { UpgradeRules } from '../../catalog/public.ts';
import '../approvals.tables.ts';

/** What the catalogue says of updating these channels. */
export const selectUpgradeRules = async (tx: Tx, tags: readonly string[]): Promise<Map<string, UpgradeRules>> => {
  const { rows } = await sql<{ channel_tag: string; upgrade: UpgradeRules | null }>`
    select channel_tag, rules -> 'upgrade' as upgrade from channels
    where channel_tag = any(${[...tags]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.channel_tag, row.upgrade ?? {}]));
};

/** The packages of one version of each of these channels. */
export const selectPackages = async (tx: Tx, versions: ReadonlyMap<string, string>) => {
  const { rows } = await sql<{
    channel_tag: string;
    architecture: string;
    scope: string | null;
    locale: string | null;
    kind: string;
    switches: Record<string, string>;
  }>`
    select m.channel_tag, p.architecture, p.scope, p.locale, p.kind, p.switches
    from unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::text[]) as w (channel_tag, version)
    join manifests m on m.channel_tag = w.channel_tag and m.version = w.version
    join packages p on p.package_id = m.package_id and p.version = m.version`.execute(tx);
  return Map.groupBy(rows, (row) => row.channel_tag);
};
export type PackageFacts = NonNullable<ReturnType<Awaited<ReturnType<typeof selectPackages>>['get']>>[number];

/** A tag's approval of an application. */
export const findTagApproval = (tx: Tx, customerId: string, siteId: string, approvalId: string) =>
  tx
    .selectFrom('approvals')
    .select(['approval_id', 'subject', 'version', 'mode', 'customization', 'is_customization_enabled'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('approval_id', '=', approvalId)
    .where('kind', '=', 0)
    .where('tag_id', 'is not', null)
    .executeTakeFirst();

/** Which of these files custom settings of the site name. */
export const filesOfSettings = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct named.id #>> '{}' as id
    from approvals, jsonb_path_query(customization, '$.files.*.siteResourceTag') as named (id)
    where customer_id = ${customerId} and site_id = ${siteId} and named.id #>> '{}' = any(${[...ids]}::text[])`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};
