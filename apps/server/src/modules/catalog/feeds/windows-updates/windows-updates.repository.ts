import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import { type WindowsFix, worseSeverity } from './windows-fix.rules.ts';

type Numbered = WindowsFix & { cveNo: number; productNo: number };
type NumberedUpdate = Numbered & { kb: number };

const count = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0);
const earlier = (a: string | null, b: string | null): string | null => {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
};

/** The numbers of products by name, adding those that are new. */
export const productNosOf = async (
  db: Kysely<Tables>,
  names: readonly string[],
): Promise<{ numbers: Map<string, number>; added: number }> => {
  const unique = [...new Set(names)].toSorted();
  const select = () =>
    sql<{ name: string; product_no: number }>`
      select name, product_no from windows_products where name = any(${unique}::text[])`.execute(db);
  let { rows } = await select();
  const known = new Set(rows.map(({ name }) => name));
  const missing = unique.filter((name) => !known.has(name));
  if (missing.length > 0) {
    await sql`insert into windows_products (name) select unnest(${missing}::text[]) on conflict do nothing`.execute(db);
    ({ rows } = await select());
  }
  return { numbers: new Map(rows.map((row) => [row.name, row.product_no])), added: missing.length };
};

/**
 * Several feeds tell of the same update, each a part. What is known stays, what is missing is filled in, the worse
 * severity and the earlier day win: whatever the order, the end is the same, and a second time changes nothing.
 */
const upsertUpdates = async (db: Kysely<Tables>, fixes: readonly NumberedUpdate[]): Promise<number> => {
  const updates = [...Map.groupBy(fixes, ({ kb }) => kb)].map(([kb, same]) => ({
    kb,
    title: `Security Update (KB${kb})`,
    classification: same.find(({ classification }) => classification !== '')?.classification ?? '',
    severity: same.map(({ severity }) => severity).reduce(worseSeverity, ''),
    releasedOn: same.map(({ releasedOn }) => releasedOn).reduce(earlier, null),
    isRestartRequired: same.map((fix) => fix.isRestartRequired).find((answer) => answer !== null) ?? null,
  }));
  const written = await sql`
    insert into windows_updates as held (kb, title, classification, severity, released_on, is_restart_required)
    select u.kb, u.title, u.classification, u.severity, u."releasedOn", u."isRestartRequired"
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as u (kb int, title text, classification text,
      severity text, "releasedOn" date, "isRestartRequired" boolean)
    order by u.kb
    on conflict (kb) do update
      set classification = case when held.classification = '' then excluded.classification else held.classification end,
          severity = case when array_position('{"",Low,Moderate,Important,Critical}'::text[], excluded.severity)
                            > array_position('{"",Low,Moderate,Important,Critical}'::text[], held.severity)
                          then excluded.severity else held.severity end,
          released_on = least(held.released_on, excluded.released_on),
          is_restart_required = coalesce(held.is_restart_required, excluded.is_restart_required)
      where (held.classification = '' and excluded.classification <> '')
        or array_position('{"",Low,Moderate,Important,Critical}'::text[], excluded.severity)
             > array_position('{"",Low,Moderate,Important,Critical}'::text[], held.severity)
        or least(held.released_on, excluded.released_on) is distinct from held.released_on
        or (held.is_restart_required is null and excluded.is_restart_required is not null)`.execute(db);
  const chain = fixes.flatMap(({ kb, supersedes }) => supersedes.filter((old) => old !== kb).map((old) => [kb, old]));
  const superseded = await sql`
    insert into windows_update_supersedes (kb, superseded_kb)
    select * from unnest(${chain.map(([kb]) => kb)}::int[], ${chain.map(([, old]) => old)}::int[])
    on conflict do nothing`.execute(db);
  return count(written) + count(superseded);
};

const upsertProductCves = async (db: Kysely<Tables>, fixes: readonly Numbered[]): Promise<number> => {
  const rows = [...Map.groupBy(fixes, ({ productNo, cveNo }) => `${productNo}.${cveNo}`).values()].map((same) => ({
    productNo: same[0]?.productNo,
    cveNo: same[0]?.cveNo,
    severity: same.map(({ severity }) => severity).find((text) => text !== '') ?? '',
    impact: same.map(({ impact }) => impact).find((text) => text !== '') ?? '',
    isExploited: same.some(({ isExploited }) => isExploited),
    remedy: same.map(({ remedy }) => remedy).find((text) => text !== '') ?? '',
  }));
  return count(
    await sql`
    insert into windows_product_cves as held (product_no, cve_no, severity, impact, is_exploited, remedy)
    select f."productNo", f."cveNo", f.severity, f.impact, f."isExploited", f.remedy
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f ("productNo" int, "cveNo" int, severity text,
      impact text, "isExploited" boolean, remedy text)
    on conflict (product_no, cve_no) do update
      set severity = case when held.severity = '' then excluded.severity else held.severity end,
          impact = case when held.impact = '' then excluded.impact else held.impact end,
          is_exploited = held.is_exploited or excluded.is_exploited,
          remedy = case when held.remedy = '' then excluded.remedy else held.remedy end
      where (held.severity = '' and excluded.severity <> '') or (held.impact = '' and excluded.impact <> '')
        or (excluded.is_exploited and not held.is_exploited) or (held.remedy = '' and excluded.remedy <> '')`.execute(
      db,
    ),
  );
};

const upsertUpdateCves = async (db: Kysely<Tables>, fixes: readonly NumberedUpdate[]): Promise<number> => {
  const rows = [...Map.groupBy(fixes, (fix) => `${fix.kb}.${fix.productNo}.${fix.cveNo}`).values()].map((same) => ({
    kb: same[0]?.kb,
    productNo: same[0]?.productNo,
    cveNo: same[0]?.cveNo,
    fixedBuild: same.map(({ fixedBuild }) => fixedBuild).find((text) => text !== '') ?? '',
  }));
  return count(
    await sql`
    insert into windows_update_cves as held (kb, product_no, cve_no, fixed_build)
    select f.kb, f."productNo", f."cveNo", f."fixedBuild"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (kb int, "productNo" int, "cveNo" int, "fixedBuild" text)
    on conflict (kb, product_no, cve_no) do update set fixed_build = excluded.fixed_build
      where held.fixed_build = '' and excluded.fixed_build <> ''`.execute(db),
  );
};

export const storeWindowsFixes = async (db: Kysely<Tables>, fixes: readonly Numbered[]): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const numbered = fixes.filter((fix): fix is NumberedUpdate => fix.kb !== null);
    const updates = await upsertUpdates(tx, numbered);
    const products = await upsertProductCves(tx, fixes);
    return updates + products + (await upsertUpdateCves(tx, numbered));
  });
