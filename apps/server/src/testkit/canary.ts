import type pg from 'pg';

/**
 * Canaries: every text of a foreign customer is replaced by a token that names its owner. An answer that holds
 * somebody else's token is a leak, whatever the test was about.
 */
const token = (customerId: string, place: string): string => `cnry.${customerId}.${place}`;
const tokens = /cnry\.([0-9a-f-]{36})\.[\w.]+/g;

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
}

/** Text and JSON columns of tenant tables. */
const textColumns = async (client: pg.Client): Promise<Column[]> => {
  const { rows } = await client.query<Column>(`
    select c.table_name, c.column_name, c.data_type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'jsonb', 'json') or c.udt_name = '_text')
      and exists (
        select from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'customer_id')
    order by 1, 2`);
  return rows;
};

/** Puts a token into every text column of a customer, and says which columns had no row to put it in. */
export const plantCanaries = async (client: pg.Client, customerId: string): Promise<string[]> => {
  const bare: string[] = [];
  const columns = await textColumns(client);
  for (const { table_name, column_name, data_type } of columns) {
    const place = `${table_name}.${column_name}`;
    const value = `$1 || '.' || row_number`;
    const cast =
      { json: `to_json(${value})`, jsonb: `to_jsonb(${value})`, ARRAY: `array[${value}]` }[data_type] ?? value;
    const { rowCount } = await client.query(
      `with numbered as (
         select ctid as id, row_number() over () as row_number from ${table_name} where customer_id = $2)
       update ${table_name} t set ${column_name} = ${cast} from numbered where t.ctid = numbered.id`,
      [token(customerId, place), customerId],
    );
    if (rowCount === 0) bare.push(place);
  }
  return bare;
};

/** The foreign tokens in a text: none, if tenants are apart. */
export const foreignTokens = (text: string, ownCustomerId: string | undefined): string[] =>
  [...text.matchAll(tokens)].flatMap(([found, owner]) => (owner === ownCustomerId ? [] : [found]));
