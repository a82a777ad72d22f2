import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseViolations } from '../../testkit/database-rules.ts';
import { testDatabase, type TestDatabase } from '../../testkit/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.url('postgres'));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const sound = `create table things (customer_id uuid not null references customers, thing_id uuid not null, name text, primary key (customer_id, thing_id));
  select app.protect('things', 'customer');`;

/** Each rule, broken once. */
const broken: Record<string, string> = {
  'a tenant table has customer_id: things': 'create table things (id uuid primary key)',
  'row-level security is on and forced, on every partition too: things': `${sound} alter table things no force row level security`,
  'row-level security is on and forced, on every partition too: things_2026': `
    create table things (customer_id uuid not null, at date not null, primary key (customer_id, at)) partition by range (at);
    select app.protect('things', 'customer');
    create table things_2026 partition of things for values from ('2026-01-01') to ('2027-01-01')`,
  'a policy guards reading and writing by the customer: things': `${sound} drop policy tenant on things; create policy tenant on things using (true)`,
  'no second policy widens the first: things': `${sound} create policy wide on things for select using (true)`,
  'a policy reads settings, never tables: things': `${sound} alter policy tenant on things
    using (customer_id = (select c.customer_id from customers c where c.customer_id::text = current_setting('app.customer')))`,
  'a policy calls no function of ours: things': `${sound} create function app.of_ours(id uuid) returns boolean language sql
      as $$ select id::text = current_setting('app.customer') $$;
    alter policy tenant on things using (app.of_ours(customer_id))`,
  'a policy reads its settings once per statement: things': `${sound} alter policy tenant on things
    with check (customer_id = nullif(current_setting('app.customer', true), '')::uuid)`,
  'primary and unique keys begin with customer_id: things_name': `${sound} create unique index things_name on things (name)`,
  'a tenant table has a primary key: things': `create table things (customer_id uuid not null); select app.protect('things', 'customer')`,
  'foreign keys between tenant tables carry customer_id first: crossed': `${sound} alter table things add column user_id uuid;
    create unique index users_loose on users (user_id, customer_id);
    alter table things add constraint crossed foreign key (user_id, customer_id) references users (user_id, customer_id)`,
  'no foreign key sets customer_id null or moves it: emptied': `${sound} alter table things add column site_id uuid;
    alter table things add constraint emptied foreign key (customer_id, site_id) references sites on delete set null`,
  'a global table refers to no tenant table: upward': `alter table login_directory add constraint upward foreign key (customer_id, user_id) references users`,
  'no identity or serial columns in tenant tables: things': `${sound} alter table things add column n integer generated always as identity`,
  'no column default computes a value: things': `${sound} alter table things add column at timestamptz default now()`,
  'no triggers on tenant tables: meddle': `${sound} create function meddle() returns trigger language plpgsql as 'begin return new; end';
    create trigger meddle before insert on things for each row execute function meddle()`,
  'no materialised views: counted': 'create materialized view counted as select count(*) from users',
  'views run with the rights of who asks: seen': 'create view seen as select * from users',
  'no function runs as its owner unless reviewed, with its search path pinned: app.sneak': `create function app.sneak() returns bigint language sql security definer as 'select count(*) from users'`,
  'no application role belongs to another role: patchkeep_api': 'grant pg_read_all_data to patchkeep_api',
  'nobody may truncate, reference or attach triggers: users to patchkeep_api':
    'grant truncate on users to patchkeep_api',
  'the activity log only grows: patchkeep_api may DELETE': 'grant delete on audit_entries to patchkeep_api',
  'the queue role sees no tenant table: users': 'grant select on users to patchkeep_queue',
  'no application role bypasses row-level security, owns a tenant table or is a superuser: patchkeep_worker':
    'alter table users owner to patchkeep_worker',
};

describe('the database catalogue', () => {
  it('keeps every rule of tenant isolation and distribution', async () => {
    expect(await databaseViolations(client)).toEqual([]);
  });

  it.each(Object.entries(broken))('notices when broken: %s', async (violation, sql) => {
    await client.query('begin');
    try {
      await client.query(sql);
      expect(await databaseViolations(client)).toContain(violation);
    } finally {
      await client.query('rollback');
    }
  });
});

describe('the roles of the server', () => {
  it.each(['patchkeep_api', 'patchkeep_worker'] as const)('compile no statement: %s', async (role) => {
    const { rows } = await database.pool(role).query('show jit');
    expect(rows).toEqual([{ jit: 'off' }]);
  });
});
