import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';
import { type CountTable, tableOf } from './count-table.rules.ts';
import { epssScale } from './counted.rules.ts';

export interface CountKey {
  siteId: string;
  scopeId: string;
}
/** Rows to write: whose, the id in its table, and the numbers in the order of the columns. */
export interface CountRow extends CountKey {
  id: number;
  numbers: Int32Array;
}

/** What is stored of one kind of count; the three tables differ in their key and columns only. */
interface Kind {
  table: string;
  /** Without the customer and the site. */
  key: readonly string[];
  columns: readonly string[];
}

const split = ['ok', 'eol', 'insecure', 'zeroday', 'ignored', 'exploited'];
/** What is kept of the applications of a day: all but the EPSS score, which moves daily and changes no status. */
export const notedColumns = [...split, 'fixable', 'installations', 'versions'];
export const kinds = {
  hosts: { table: 'host_counts', key: ['host_no'], columns: split },
  applications: {
    table: 'application_counts',
    key: ['scope_id', 'application_id'],
    columns: [...notedColumns, 'highest_epss'],
  },
  versions: { table: 'version_counts', key: ['site_id', 'version_id'], columns: ['hosts', 'ignored'] },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;

const rowsAtOnce = 5_000;
const idColumn = ({ key }: Kind): string => key.at(-1) ?? '';
const isReal = (column: string): boolean => column === 'highest_epss';
const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, i) => all.slice(i * rowsAtOnce, (i + 1) * rowsAtOnce));

/** Writes rows that are new or differ, many to a statement, in the order they come. */
export const writeCounts = async (tx: Tx, customerId: string, name: KindName, rows: readonly CountRow[]) => {
  const kind: Kind = kinds[name];
  const hasScope = kind.key.includes('scope_id');
  const key = ['customer_id', ...kind.key].map((column) => sql.ref(column));
  const columns = kind.columns.map((column) => sql.ref(column));
  const values = kind.columns.map((column) =>
    isReal(column) ? sql`nullif(${sql.ref(`c.${column}`)}, 0)::real / ${sql.lit(epssScale)}` : sql.ref(`c.${column}`),
  );
  for (const chunk of chunks(rows)) {
    const numbers = kind.columns.map((_, i) => sql`${chunk.map((row) => row.numbers[i] ?? 0)}::int[]`);
    await sql`
      insert into ${sql.table(kind.table)}
        (customer_id, site_id, ${hasScope ? sql`scope_id,` : sql``} ${sql.ref(idColumn(kind))}, ${sql.join(columns)})
      select ${customerId}::uuid, c.site_id, ${hasScope ? sql`c.scope_id,` : sql``} c.id, ${sql.join(values)}
      from unnest(${chunk.map((row) => row.siteId)}::uuid[], ${chunk.map((row) => row.scopeId)}::uuid[],
                  ${chunk.map((row) => row.id)}::int[], ${sql.join(numbers)})
        as c (site_id, scope_id, id, ${sql.join(columns)})
      on conflict (${sql.join(key)}) do update set
        ${sql.join([...(kind.key.includes('site_id') ? [] : ['site_id']), ...kind.columns].map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(
      tx,
    );
  }
};

/**
 * Notes what applications were until a day began, of those that became another on it. The first count of the day that
 * moves an application knows that; what later ones find has been there for hours only.
 */
export const noteApplications = async (
  tx: Tx,
  customerId: string,
  dayStart: Date,
  former: readonly CountRow[],
): Promise<void> => {
  const columns = notedColumns.map((column) => sql.ref(column));
  for (const chunk of chunks(former)) {
    const numbers = notedColumns.map((_, i) => sql`${chunk.map((row) => row.numbers[i] ?? 0)}::int[]`);
    await sql`
      insert into application_changes (customer_id, site_id, scope_id, application_id, until, ${sql.join(columns)})
      select ${customerId}::uuid, c.site_id, c.scope_id, c.id, ${dayStart}::timestamptz,
        ${sql.join(notedColumns.map((column) => sql.ref(`c.${column}`)))}
      from unnest(${chunk.map((row) => row.siteId)}::uuid[], ${chunk.map((row) => row.scopeId)}::uuid[],
                  ${chunk.map((row) => row.id)}::int[], ${sql.join(numbers)})
        as c (site_id, scope_id, id, ${sql.join(columns)})
      on conflict do nothing`.execute(tx);
  }
};

export const deleteCounts = async (
  tx: Tx,
  customerId: string,
  name: KindName,
  gone: readonly (CountKey & { id: number })[],
): Promise<void> => {
  const kind: Kind = kinds[name];
  const first = kind.key.length > 1 ? kind.key[0] : undefined;
  for (const chunk of chunks(gone)) {
    const owners = chunk.map((row) => (first === 'site_id' ? row.siteId : row.scopeId));
    const ids = chunk.map((row) => row.id);
    await (
      first === undefined
        ? sql`delete from ${sql.table(kind.table)} where customer_id = ${customerId}
            and ${sql.ref(idColumn(kind))} = any(${ids}::int[])`
        : sql`delete from ${sql.table(kind.table)} t using unnest(${owners}::uuid[], ${ids}::int[]) as g (owner, id)
            where t.customer_id = ${customerId} and ${sql.ref(`t.${first}`)} = g.owner
              and ${sql.ref(`t.${idColumn(kind)}`)} = g.id`
    ).execute(tx);
  }
};

/** All that is stored of one kind, by owner: the scope, the site, or nobody in particular for hosts. */
export const readCounts = async (tx: Tx, customerId: string, name: KindName): Promise<Map<string, CountTable>> => {
  const kind: Kind = kinds[name];
  const owner = name === 'applications' ? sql`scope_id` : name === 'versions' ? sql`site_id` : sql`''`;
  const columns = kind.columns.map((column) =>
    isReal(column)
      ? sql`coalesce(round(${sql.ref(column)} * ${sql.lit(epssScale)}), 0)::int as ${sql.ref(column)}`
      : sql.ref(column),
  );
  const { rows } = await sql<Record<string, number> & { owner: string; id: number }>`
    select ${owner}::text as owner, ${sql.ref(idColumn(kind))} as id, ${sql.join(columns)}
    from ${sql.table(kind.table)} where customer_id = ${customerId}`.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.owner)].map(([id, own]) => [
      id,
      tableOf(
        kind.columns.length,
        own.map((row) => ({ id: row.id, numbers: kind.columns.map((column) => row[column] ?? 0) })),
      ),
    ]),
  );
};
