import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testkit/database.ts';
import { changeRoles } from './role-changes.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];
const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client(database.url('postgres'));
  await client.connect();
  clients.push(client);
  return client;
};
// A role of this file's own: roles belong to all databases of the server, and other tests run beside this one.
const role = `changed_${crypto.randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  database = await testDatabase();
  await (await connect()).query(`create role ${role}`);
});
afterAll(async () => {
  await clients[0]?.query(`drop role if exists ${role}`);
  await Promise.all(clients.map((client) => client.end()));
  await database.close();
});

/** Holds a change of the role open until another session waits for it; then commits, so that the other one collides. */
const collideWith = async (change: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const [first, second, watcher] = [await connect(), await connect(), await connect()];
  const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid');
  await first.query('begin');
  await first.query(`alter role ${role} set work_mem = '5MB'`);
  const changed = change(second);
  changed.catch(() => undefined);
  await expect
    .poll(
      async () => {
        const { rows: waiting } = await watcher.query(
          "select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
          [rows[0]?.pid],
        );
        return waiting.length;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await first.query('commit');
  await changed;
};

const change = (client: pg.Client) => client.query(`alter role ${role} set work_mem = '6MB'`);

it('PostgreSQL refuses a first setting of a role, and a later one, that another session makes at the same time', async () => {
  await expect(collideWith(change)).rejects.toThrow('duplicate key');
  await expect(collideWith(change)).rejects.toThrow('tuple concurrently updated');
});

it('a change of a role that collides with another one is made again', async () => {
  await collideWith((client) => changeRoles(() => change(client)));
  await clients[0]?.query(`alter role ${role} reset all`);
  await collideWith((client) => changeRoles(() => change(client)));
  const [client] = clients;
  const { rows } = (await client?.query('select rolconfig from pg_roles where rolname = $1', [role])) ?? {};
  expect(rows).toEqual([{ rolconfig: ['work_mem=6MB'] }]);
});

it('two sessions that make the same role at the same time both succeed', async () => {
  const made = `made_${crypto.randomUUID().slice(0, 8)}`;
  const make = (client: pg.Client) =>
    changeRoles(async () => {
      const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [made]);
      if (rows.length === 0) await client.query(`create role ${made}`);
    });
  const [first, second] = [await connect(), await connect()];
  await first.query('begin');
  await first.query(`create role ${made}`);
  const other = make(second);
  await first.query('commit');
  await expect(other).resolves.toBeUndefined();
  await first.query(`drop role ${made}`);
});

it('another failure is not tried again', async () => {
  let calls = 0;
  const failing = changeRoles(() => {
    calls += 1;
    return Promise.reject(new Error('no such role'));
  });
  await expect(failing).rejects.toThrow('no such role');
  expect(calls).toBe(1);
});
