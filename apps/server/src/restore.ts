import { randomUUIDv7 } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { requestInspectionAfterRestore } from './modules/hosts/public.ts';
import { endAllSessions } from './modules/identity/public.ts';
import { markOpenTasksUnknown } from './modules/patching/public.ts';
import { listCustomerIds, listSiteIds, recordRestore } from './modules/tenants/public.ts';
import { readSettings, SettingsError } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { prepareRestore, setLoginPasswords } from './platform/db/login-roles.ts';
import { migrate } from './platform/db/migrate.ts';
import { runPgTool } from './platform/db/pg-tools.ts';
import { openPool } from './platform/db/pool.ts';
import { withTenant } from './platform/db/tenant.ts';

const usage = `patchkeep restore FILE   fills an empty database from a file that "patchkeep backup" wrote

Makes the roles of the server where they are missing, and brings the database up to date. Everybody has to sign in again.
Nothing that was ordered before the backup is handed out again: what became of it, the next inventory of its host shows.
Settings come from the environment:
  PATCHKEEP_OWNER_DATABASE_URL      a role that owns the empty database and may create roles, named as it was before
  PATCHKEEP_DATABASE_URL, PATCHKEEP_WORKER_DATABASE_URL, PATCHKEEP_QUEUE_DATABASE_URL
                                    the roles of the server; they get the passwords in these addresses
docs/operators/backup.md says what else has to be done.`;

/** Ends sessions and open tasks of the time of the backup. Returns how many tasks are unknown now. */
const invalidateStaleState = async (url: string, now: Date): Promise<number> => {
  const onError = (error: Error) => {
    throw error;
  };
  const pool = openPool({ url, size: 1, name: 'patchkeep-restore', onError });
  let unknownTasks = 0;
  try {
    for (const customerId of await listCustomerIds(globalQueries(pool))) {
      const siteIds = await withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
        listSiteIds(tx, customerId),
      );
      await withTenant(pool, { customerId, siteIds, actorId: null }, async (tx) => {
        await endAllSessions(tx, customerId);
        await requestInspectionAfterRestore(tx, customerId);
        const tasks = await markOpenTasksUnknown(tx, customerId, now);
        unknownTasks += tasks;
        const facts = { requestId: randomUUIDv7(), ip: 'command line', instanceId: null, now };
        await recordRestore(tx, facts, customerId, tasks);
      });
    }
  } finally {
    await pool.end();
  }
  return unknownTasks;
};

await runCommand(usage, async () => {
  const [file, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined || others.length > 0) throw new WrongUsage('Name one file.');
  if (!existsSync(file)) throw new SettingsError(`${file} is not there.`);
  const { PATCHKEEP_OWNER_DATABASE_URL: owner } = readSettings(['PATCHKEEP_OWNER_DATABASE_URL']);
  if (owner === undefined) throw new SettingsError('PATCHKEEP_OWNER_DATABASE_URL is not set.');
  const addresses = readSettings([
    'PATCHKEEP_DATABASE_URL',
    'PATCHKEEP_WORKER_DATABASE_URL',
    'PATCHKEEP_QUEUE_DATABASE_URL',
  ]);
  await prepareRestore(owner);
  // All or nothing: a database that is half restored would look like one.
  const whole = ['--single-transaction', '--exit-on-error'];
  await runPgTool('pg_restore', 'PATCHKEEP_OWNER_DATABASE_URL', owner, [...whole, file]);
  await migrate(owner);
  await setLoginPasswords(owner, addresses);
  const unknownTasks = await invalidateStaleState(addresses.PATCHKEEP_DATABASE_URL, new Date());
  console.log(`Restored. ${unknownTasks} tasks wait for the next inventory of their host.`);
  console.log('With a signer: run "patchkeep signer new-incarnation" before the server is started.');
});
