import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { newcomerKeyId, type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeEnv } from '../../../tools/services/node-env.ts';
import { pageCommands } from '../../../tools/services/page-commands.ts';
import { type Postgres, startPostgres } from '../../../tools/services/postgres.ts';
import { copy, facts } from './testkit/agent.ts';
import { administrator, hello, instance, login, startServer } from './testkit/installed.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/operators/backup.md'), 'utf8');
const superPassword = 'only-for-the-administrator';
/** A PostgreSQL that somebody else runs: nobody signs in without a password. */
const startStrict = async (): Promise<Postgres> => {
  const postgres = await startPostgres();
  const client = new pg.Client(postgres.superUrl);
  await client.connect();
  await client.query(`alter role postgres password '${superPassword}'`);
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  writeFileSync(rows[0]?.hba_file ?? '', 'host all all 127.0.0.1/32 scram-sha-256\n');
  await client.query('select pg_reload_conf()');
  await client.end();
  return postgres;
};

let folder: string;
let before: Postgres;
let after: Postgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-backup-'));
  writeFileSync(join(folder, 'password'), administrator.password);
  [before, after] = await Promise.all([startStrict(), startStrict()]);
});
afterAll(async () => {
  await Promise.all([before?.stop(), after?.stop()]);
  rmSync(folder, { recursive: true });
});

const settingsOn = (postgres: Postgres): Record<string, string> => {
  const at = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${postgres.port}/patchkeep`;
  return {
    ...nodeEnv(),
    PATH: `${postgres.bin}:${process.env['PATH']}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(postgres.port),
    PGUSER: 'postgres',
    PGPASSWORD: superPassword,
    PATCHKEEP_DATABASE_URL: at('patchkeep_api', 'choose-one-2'),
    PATCHKEEP_WORKER_DATABASE_URL: at('patchkeep_worker', 'choose-one-3'),
    PATCHKEEP_QUEUE_DATABASE_URL: at('patchkeep_queue', 'choose-one-4'),
    PATCHKEEP_SECRET_KEY: 'k'.repeat(32),
    PATCHKEEP_PEPPER: 'p'.repeat(32),
    PATCHKEEP_FEEDS: 'bundle',
  };
};
const runOn = (postgres: Postgres, lines: readonly string[]): string =>
  execFileSync('/bin/sh', ['-euc', lines.join('\n')], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: settingsOn(postgres),
  });
const asWritten = (postgres: Postgres, section: string): string[] =>
  pageCommands(page, section).map((line) =>
    line.replaceAll(':5432/', `:${postgres.port}/`).replaceAll('/var/backups', folder),
  );
const query = async (postgres: Postgres, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(`postgres://postgres:${superPassword}@127.0.0.1:${postgres.port}/patchkeep`);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};
const post = async (url: string, { path, headers, body }: SignedCall): Promise<Record<string, string>> => {
  const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(body) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, string>;
};

it('brings everything back as the page says: people sign in, hosts check in, open orders are in doubt', async () => {
  const owner = `PATCHKEEP_OWNER_DATABASE_URL=postgres://patchkeep_admin:choose-one-1@127.0.0.1:${before.port}/patchkeep`;
  const names = `--customer Example --site Office --name Admin --email ${administrator.username}`;
  const [makeOwner = '', makeDatabase = '', restore = ''] = asWritten(after, 'Restore');
  runOn(before, [makeOwner, makeDatabase, `${owner} bin/patchkeep setup ${names} --password-file ${folder}/password`]);
  const first = await startServer(settingsOn(before));
  const { cookie } = await login(first.url);
  const { csrf } = await hello(first.url, cookie);
  const made = await fetch(`${first.url}${uiBase}${configuration.createInstallToken.path}?instanceId=${instance}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hosts', useCap: 5 }),
  });
  const { secret: token } = (await made.json()) as { secret: string };
  const identity = makeIdentity();
  const newcomer = { token, publicKey: identity.publicKey, hardwareId: 'board', facts: facts() };
  const enrolled = await post(first.url, signedCall(identity, newcomerKeyId, agentApi.enrol, newcomer, new Date()));
  const { keyId = '' } = enrolled;
  let { lineage = '' } = enrolled;
  const software = [copy('Anything', '1')];
  const inspect = async (url: string, inspectedRevision: number): Promise<void> => {
    const takenAt = new Date().toISOString();
    const found = { lineage, hash: inventoryHash(software), takenAt, inspectedRevision, facts: facts(), software };
    ({ lineage = '' } = await post(url, signedCall(identity, keyId, agentApi.inventory, found, new Date())));
  };
  const checkIn = async (url: string, inspectedRevision: number): Promise<Record<string, unknown>> => {
    const inventory = inventoryHash(software);
    const { bootTime } = facts();
    const said = { lineage, inventoryHash: inventory, inspectedRevision, scheduleRevision: 0, bootTime };
    const answer = await post(url, signedCall(identity, keyId, agentApi.checkIn, said, new Date()));
    lineage = answer['lineage'] ?? '';
    return answer;
  };
  await inspect(first.url, 1);
  // Work as a plan writes it: one piece waits, one is lent.
  await query(
    before,
    `insert into tasks select (jsonb_populate_record(null::tasks, jsonb_build_object(
       'customer_id', customer_id, 'site_id', site_id, 'host_id', host_id, 'task_id', gen_random_uuid(), 'kind', 0,
       'channel_tag', tag, 'from_version', '1', 'to_version', '2', 'options', '{}'::jsonb, 'state', state, 'attempt', state,
       'epoch', state, 'ready_at', now(), 'futile', 0, 'has_inventory', false, 'created_at', now(), 'changed_at', now(),
       'result', 'pending', 'cause', '', 'is_disk_full', false, 'awaits', 0, 'waited_epoch', 0, 'for_user', ''))).*
     from hosts, (values ('waits', 0), ('lent', 1)) v (tag, state)`,
  );

  runOn(before, [...asWritten(before, 'Once: a role that may read all rows'), ...asWritten(before, 'Backup')]);
  const file = join(folder, 'patchkeep.dump');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // What an ordinary role of the server cannot read is refused, not left out.
  const asApi = `PATCHKEEP_BACKUP_DATABASE_URL="$PATCHKEEP_DATABASE_URL" bin/patchkeep backup ${folder}/partial.dump`;
  expect(() => runOn(before, [asApi])).toThrow('pg_dump did not succeed');
  expect(() => statSync(join(folder, 'partial.dump'))).toThrow('ENOENT');
  // After the backup the host goes on.
  await checkIn(first.url, 1);
  await inspect(first.url, 2);
  first.child.kill('SIGTERM');
  await first.ended;

  expect(runOn(after, [makeOwner, makeDatabase, restore])).toContain('Restored. 2 tasks wait');
  expect(() => runOn(after, [restore])).toThrow('The database is not empty');
  // Roles are not part of a backup: what the migrations set for them must be there all the same.
  const roles = `select rolname, rolcanlogin, rolsuper, rolbypassrls, array(select unnest(rolconfig) order by 1) as settings
    from pg_roles where rolname like 'patchkeep%' and rolname <> 'patchkeep_backup' order by 1`;
  expect(await query(after, roles)).toEqual(await query(before, roles));
  const tables = `select relname, relrowsecurity, relforcerowsecurity, relowner::regrole::text as owner, relacl::text
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  expect(await query(after, tables)).toEqual(await query(before, tables));
  // Neither waiting nor lent: only these are handed out.
  expect(await query(after, 'select state, has_inventory, result from tasks order by channel_tag')).toEqual(
    Array.from({ length: 2 }, () => ({ state: 6, has_inventory: false, result: 'unknown' })),
  );
  expect(await query(after, "select count(*)::int from audit_entries where verb = 'customer.restore'")).toEqual([
    { count: 1 },
  ]);

  const second = await startServer(settingsOn(after));
  // A session of the backup is over; its owner signs in with the same password.
  expect((await hello(second.url, cookie)).status).toBe(401);
  expect((await login(second.url)).status).toBe(200);
  // The host has done more than the backup knows. It is taken as it comes, and is asked to inspect.
  const answer = await checkIn(second.url, 2);
  expect(Number(answer['inspectRevision'])).toBeGreaterThan(2);
  second.child.kill('SIGTERM');
  expect((await second.ended)[0]).toBe(0);
});
