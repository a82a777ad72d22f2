import type { Manifest } from '@patchkeep/winget/manifest';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import { refreshChannelVersions } from '../../channels/channels.repository.ts';

export interface ManifestRow {
  manifest: Manifest;
  channelTag: string;
  hash: Buffer;
}

/** Which of these are stored exactly so already. */
export const selectStoredManifests = async (
  db: Kysely<Tables>,
  keys: readonly { packageId: string; version: string; hash: Buffer }[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ hash: string }>`
    select encode(m.content_hash, 'hex') as hash
    from unnest(${keys.map(({ packageId }) => packageId)}::text[], ${keys.map(({ version }) => version)}::text[],
                ${keys.map(({ hash }) => hash)}::bytea[]) as k (package_id, version, hash)
    join manifests m on m.package_id = k.package_id and m.version = k.version and m.content_hash = k.hash`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
};

const upsertRows = async (tx: Kysely<Tables>, rows: readonly ManifestRow[]): Promise<Set<string>> => {
  const facts = rows.map(({ manifest, channelTag, hash }) => ({
    packageId: manifest.packageId,
    version: manifest.version,
    channelTag,
    hash: hash.toString('hex'),
    releasedOn: manifest.releasedOn,
    displayVersions: manifest.displayVersions,
  }));
  const { rows: changed } = await sql<{ package_id: string; version: string }>`
    insert into manifests as held (package_id, version, channel_tag, content_hash, released_on, display_versions)
    select f."packageId", f.version, f."channelTag", decode(f.hash, 'hex'), f."releasedOn", f."displayVersions"
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f ("packageId" text, version text, "channelTag" text,
      hash text, "releasedOn" date, "displayVersions" text[])
    on conflict (package_id, version) do update
      set channel_tag = excluded.channel_tag, content_hash = excluded.content_hash,
          released_on = excluded.released_on, display_versions = excluded.display_versions
      where held.content_hash <> excluded.content_hash
    returning held.package_id, held.version`.execute(tx);
  return new Set(changed.map((row) => `${row.package_id}\0${row.version}`));
};

const replacePackages = async (tx: Kysely<Tables>, manifests: readonly Manifest[]): Promise<number> => {
  const ids = manifests.map(({ packageId }) => packageId);
  const versions = manifests.map(({ version }) => version);
  await sql`
    delete from packages p using unnest(${ids}::text[], ${versions}::text[]) as k (package_id, version)
    where p.package_id = k.package_id and p.version = k.version`.execute(tx);
  const rows = manifests.flatMap(({ packageId, version, packages }) =>
    packages.map((each, i) => ({ packageId, version, no: i + 1, ...each })),
  );
  await sql`
    insert into packages (package_id, version, installer_no, architecture, scope, kind, locale, url, sha256, switches,
      upgrade_behavior, product_codes, display_names, publishers, details)
    select p."packageId", p.version, p.no, p.architecture, p.scope, p.kind, p.locale, p.url, decode(p.sha256, 'hex'),
      p.switches, p."upgradeBehavior", p."productCodes", p."displayNames", p.publishers, p.details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p ("packageId" text, version text, no smallint,
      architecture text, scope text, kind text, locale text, url text, sha256 text, switches jsonb,
      "upgradeBehavior" text, "productCodes" text[], "displayNames" text[], publishers text[], details jsonb)`.execute(
    tx,
  );
  return rows.length;
};

/** Stores what is new or other than before; says which channels that concerns and how many rows it was. */
export const upsertManifests = async (
  db: Kysely<Tables>,
  rows: readonly ManifestRow[],
): Promise<{ channelTags: string[]; rows: number }> =>
  db.transaction().execute(async (tx) => {
    const changed = await upsertRows(tx, rows);
    const touched = rows.filter(({ manifest }) => changed.has(`${manifest.packageId}\0${manifest.version}`));
    if (touched.length === 0) return { channelTags: [], rows: 0 };
    const written = await replacePackages(
      tx,
      touched.map(({ manifest }) => manifest),
    );
    const channelTags = [...new Set(touched.map(({ channelTag }) => channelTag))];
    const versions = await refreshChannelVersions(tx, channelTags);
    return { channelTags, rows: touched.length + written + versions };
  });
