import { chmodSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { readSettings, SettingsError } from './platform/config/config.ts';
import { runPgTool } from './platform/db/pg-tools.ts';

const usage = `patchkeep backup FILE   writes the whole database into a file, as of one moment

The server may run meanwhile. The file holds no secrets of the server, but everything else: it is made readable for its
owner alone. PATCHKEEP_BACKUP_DATABASE_URL names a role that may read all rows. docs/operators/backup.md says how to make
that role, what has to be kept besides, and how to restore.`;

await runCommand(usage, async () => {
  const [file, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined || others.length > 0) throw new WrongUsage('Name one file.');
  const { PATCHKEEP_BACKUP_DATABASE_URL: url } = readSettings(['PATCHKEEP_BACKUP_DATABASE_URL']);
  if (url === undefined) throw new SettingsError('PATCHKEEP_BACKUP_DATABASE_URL is not set.');
  if (existsSync(file)) throw new SettingsError(`${file} is there already.`);
  // Under another name until it is whole: half a backup must not look like one.
  const part = `${file}.part`;
  writeFileSync(part, '', { mode: 0o600 });
  chmodSync(part, 0o600);
  try {
    // Counts of failed logins are of no use a day later.
    await runPgTool('pg_dump', 'PATCHKEEP_BACKUP_DATABASE_URL', url, [
      '--format=custom',
      '--no-unlogged-table-data',
      `--file=${part}`,
    ]);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  console.log(`${file} holds the database, ${statSync(file).size} bytes`);
});
