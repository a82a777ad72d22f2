import { runCommand, takesNothing } from '@patchkeep/command/command';
import { readSettings, SettingsError } from './platform/config/config.ts';
import { setLoginPasswords } from './platform/db/login-roles.ts';
import { migrate } from './platform/db/migrate.ts';

const usage = `patchkeep migrate   brings the database up to date

Settings come from the environment:
  PATCHKEEP_OWNER_DATABASE_URL      a role that owns the database and may create roles
  PATCHKEEP_DATABASE_URL, PATCHKEEP_WORKER_DATABASE_URL, PATCHKEEP_QUEUE_DATABASE_URL
                                    where given, the roles in them get the passwords in them`;

/** The addresses of the server that are set: those of a machine that only migrates may be missing. */
const addressesGiven = (): Record<string, string> => {
  const names = ['PATCHKEEP_DATABASE_URL', 'PATCHKEEP_WORKER_DATABASE_URL', 'PATCHKEEP_QUEUE_DATABASE_URL'] as const;
  const given = names.filter((name) => process.env[name] !== undefined || process.env[`${name}_FILE`] !== undefined);
  return readSettings(given);
};

await runCommand(usage, async () => {
  takesNothing();
  const { PATCHKEEP_OWNER_DATABASE_URL: url } = readSettings(['PATCHKEEP_OWNER_DATABASE_URL']);
  if (url === undefined) throw new SettingsError('PATCHKEEP_OWNER_DATABASE_URL is not set.');
  const applied = await migrate(url);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Already up to date');
  const roles = await setLoginPasswords(url, addressesGiven());
  if (roles.length > 0) console.log(`Set the passwords of ${roles.join(', ')}`);
});
