import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../../modules/tenants/public.ts';
import { testDatabase, type TestDatabase } from '../../testkit/database.ts';
import { globalQueries } from './global.ts';
import { openPool } from './pool.ts';
import { withTenant } from './tenant.ts';

let database: TestDatabase;
let pool: pg.Pool;
let ours: string;
let theirs: string;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool('patchkeep_api');
  const { rows } = await database.pool('postgres').query('select customer_id, name from customers order by name');
  [ours, theirs] = rows.map((row) => row.customer_id);
});
afterAll(() => database.close());

const as = (customerId: string, siteIds: string[] = []) => ({ customerId, siteIds, actorId: null });
const siteNames = (customerId: string) =>
  withTenant(pool, as(customerId), async (tx) =>
    (await tx.selectFrom('sites').select('name').execute()).map(({ name }) => name),
  );

/** The module as another process has it: nothing in its memory is shared. */
const anotherProcess = async () => {
  vi.resetModules();
  return (await import('./tenant.ts')).withTenant;
};

describe('prepared statements', () => {
  it('mean the same in two processes that share a connection, as behind a pooler', async () => {
    const shared = openPool({ url: database.url('patchkeep_api'), size: 1, name: 'test', onError: () => undefined });
    const [one, other] = [await anotherProcess(), await anotherProcess()];
    const read = (run: typeof withTenant, column: 'name' | 'site_id') =>
      run(shared, as(ours), (tx) => tx.selectFrom('sites').select(column).where('customer_id', '=', ours).execute());
    try {
      await read(one, 'name');
      await read(other, 'site_id');
      const names = await read(other, 'name');
      expect(names.map((row) => Object.keys(row))).toEqual([['name'], ['name'], ['name']]);
      const { rows } = await shared.query('select name, statement from pg_prepared_statements');
      expect(rows).toHaveLength(2);
    } finally {
      await shared.end();
    }
  });

  it('are not used where a pooler cannot keep them', async () => {
    const unprepared = openPool({
      url: database.url('patchkeep_api'),
      size: 1,
      name: 'test',
      onError: () => undefined,
      isPreparing: false,
    });
    try {
      await withTenant(unprepared, as(ours), (tx) => tx.selectFrom('sites').select('name').execute());
      expect((await unprepared.query('select from pg_prepared_statements')).rowCount).toBe(0);
    } finally {
      await unprepared.end();
    }
  });
});

describe('a tenant transaction', () => {
  it('the policy hides other customers from a query that forgets to name its own', async () => {
    expect((await siteNames(ours)).toSorted()).toEqual(['Beta', 'Closed', 'alpha']);
    expect((await siteNames(theirs)).toSorted()).toEqual(['delta', 'gamma']);
  });

  it('the policy refuses to write a row of another customer', async () => {
    const write = withTenant(pool, as(ours), (tx) =>
      tx
        .insertInto('site_members')
        .values({ customer_id: theirs, site_id: theirs, user_id: theirs, permissions: 1 })
        .execute(),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    const updated = await withTenant(pool, as(ours), (tx) =>
      tx.updateTable('sites').set({ name: 'x' }).where('customer_id', '=', theirs).executeTakeFirst(),
    );
    expect(updated.numUpdatedRows).toBe(0n);
  });

  it('without a tenant there are no rows at all', async () => {
    expect(await globalQueries(pool).selectFrom('sites').selectAll().execute()).toEqual([]);
    await globalQueries(pool).selectFrom('customer_directory').selectAll().execute();
  });

  it('refuses a second, different customer', async () => {
    const twice = withTenant(pool, as(ours), async (tx) => {
      await tx.selectFrom('sites').selectAll().execute();
      await sql`select app.enter(${theirs}::uuid, '{}', null)`.execute(tx);
    });
    await expect(twice).rejects.toMatchObject({ code: '42501' });
  });

  it('leaves nothing behind for the next user of the connection', async () => {
    const one = new pg.Pool({ connectionString: database.url('patchkeep_api'), max: 1, pipeline: true });
    await withTenant(one, as(ours), (tx) => tx.selectFrom('sites').selectAll().execute());
    const { rows } = await one.query(
      `select current_setting('app.customer', true) as customer, (select count(*)::int from sites) as sites`,
    );
    expect(rows).toEqual([{ customer: '', sites: 0 }]);
    await one.end();
  });

  it('lets a read’s commit travel with the next message, and never shows one tenant to the next', async () => {
    const one = openPool({ url: database.url('patchkeep_api'), size: 1, name: 'test', onError: () => undefined });
    const names = (customerId: string) =>
      withTenant(one, as(customerId), async (tx) => (await tx.selectFrom('sites').select('name').execute()).length);
    for (let i = 0; i < 50; i++)
      expect(await Promise.all([names(ours), names(theirs), names(ours)])).toEqual([3, 2, 3]);
    const reading = names(ours);
    // Asked for in the same turn: the one connection still owes its commit when this takes it.
    const raw = one.query(
      `select (select count(*)::int from sites) as sites, current_setting('app.customer', true) as customer`,
    );
    expect(await reading).toBe(3);
    expect((await raw).rows).toEqual([{ sites: 0, customer: '' }]);
    await names(theirs);
    await expect
      .poll(
        async () =>
          (
            await database
              .pool('postgres')
              .query(
                `select count(*)::int as n from pg_stat_activity where application_name = 'test' and state = 'idle in transaction' and datname = current_database()`,
              )
          ).rows[0].n,
      )
      .toBe(0);
    await one.end();
  });

  it('rolls everything back when the work fails, and says so when an error was swallowed', async () => {
    const failed = withTenant(pool, as(ours), async (tx) => {
      await tx
        .updateTable('sites')
        .set({ name: 'lost' })
        .where('customer_id', '=', ours)
        .where('name', '=', 'alpha')
        .execute();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    const swallowed = withTenant(pool, as(ours), async (tx) => {
      await tx
        .updateTable('sites')
        .set({ name: 'lost' })
        .where('customer_id', '=', ours)
        .where('name', '=', 'alpha')
        .execute();
      await sql`select 1/0`.execute(tx).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await siteNames(ours)).toContain('alpha');
  });

  it('asks nothing of the database when the work does not', async () => {
    const closed = new pg.Pool({ host: '127.0.0.1', port: 1 });
    await expect(withTenant(closed, as(ours), async () => 'done')).resolves.toBe('done');
  });

  it('sends BEGIN, enter and the first statement in one flight', async () => {
    const one = new pg.Pool({ connectionString: database.url('patchkeep_api'), max: 1, pipeline: true });
    const client = await one.connect();
    const writes: string[] = [];
    const { stream } = client.connection;
    const write = stream.write.bind(stream);
    stream.write = (chunk: Uint8Array, ...rest: never[]) => {
      writes.push(Buffer.from(chunk).toString('latin1'));
      return write(chunk, ...rest);
    };
    client.release();
    let beforeAnswer = 0;
    await withTenant(one, as(ours), async (tx) => {
      const answer = tx.selectFrom('sites').select('name').execute();
      stream.once('data', () => {
        beforeAnswer = writes.length;
      });
      await answer;
      expect(writes.slice(0, beforeAnswer).join('')).toMatch(/begin[\s\S]*app\.enter[\s\S]*from "sites"/);
    });
    await one.end();
  });
});

describe('a table that belongs to a site', () => {
  let first: string;
  let second: string;
  beforeAll(async () => {
    const owner = database.pool('postgres');
    await owner.query(
      `create table notes (customer_id uuid not null, site_id uuid, note_id uuid not null, primary key (customer_id, note_id))`,
    );
    await owner.query(`create index notes_by_site on notes (customer_id, site_id)`);
    await owner.query(`select app.protect('notes', 'site')`);
    await owner.query('grant select, insert, update on notes to patchkeep_api');
    await owner.query('insert into notes select customer_id, site_id, site_id from sites');
    const { rows } = await owner.query('select site_id from sites where customer_id = $1 order by name', [ours]);
    [first, second] = rows.map((row) => row.site_id);
  });

  const count = (customerId: string, siteIds: string[]) =>
    withTenant(pool, as(customerId, siteIds), async (tx) => (await sql`select * from notes`.execute(tx)).rows.length);

  it('shows the rows of the entered sites only', async () => {
    expect(await count(ours, [])).toBe(0);
    expect(await count(ours, [first])).toBe(1);
    expect(await count(ours, [first, second])).toBe(2);
    expect(await count(theirs, [first])).toBe(0);
  });

  it('takes rows of the entered sites only', async () => {
    const write = (siteIds: string[], siteId: string | null) =>
      withTenant(pool, as(ours, siteIds), (tx) =>
        sql`insert into notes values (${ours}, ${siteId}, ${randomUUID()})`.execute(tx),
      );
    const move = withTenant(pool, as(ours, [first]), (tx) =>
      sql`update notes set site_id = ${second} where customer_id = ${ours}`.execute(tx),
    );
    await expect(move).rejects.toMatchObject({ code: '42501' });
    await expect(write([first], second)).rejects.toMatchObject({ code: '42501' });
    await expect(write([first], null)).rejects.toMatchObject({ code: '42501' });
    await expect(write([], first)).rejects.toMatchObject({ code: '42501' });
    await expect(write([second, first], first)).resolves.toBeDefined();
  });

  it('learns the tenant once per statement, and finds rows by the key that begins with it', async () => {
    const plan = await withTenant(pool, as(ours, [first, second]), async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      const explained = sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json)
        select * from notes where customer_id = ${sql.lit(ours)} and site_id = ${sql.lit(first)}`;
      return (await explained.execute(tx)).rows[0]?.['QUERY PLAN'][0].Plan;
    });
    const nodes = plan ? nodesOf(plan) : [];
    const reading = nodes.find((node) => node['Relation Name'] === 'notes');
    expect(reading).toMatchObject({ 'Index Name': 'notes_by_site' });
    expect(reading?.['Index Cond']).toMatch(/customer_id = .*site_id = /);
    expect(JSON.stringify(plan)).not.toContain('current_setting');
    expect(nodes.filter((node) => node['Parent Relationship'] === 'InitPlan')).toHaveLength(2);
  });
});

interface PlanNode {
  Plans?: PlanNode[];
  [what: string]: unknown;
}
const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
