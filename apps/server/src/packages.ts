import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { importPackage } from './modules/catalog/public.ts';
import { readConfig, SettingsError } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';
import { openFileStore } from './platform/files/file-store.ts';
import { signerClient } from './platform/signer-client.ts';

const usage = `patchkeep packages import STATEMENT INSTALLER

Takes a package into the catalogue, as the offline keys vouched for it. STATEMENT is what "patchkeep signer vouch" wrote.
Settings come from the environment, as for the server; PATCHKEEP_FILES_DIR and PATCHKEEP_SIGNER_SOCKET are needed.`;

await runCommand(usage, async () => {
  const [command, statement, installer, ...others] = process.argv.slice(2);
  if (command !== 'import') throw new WrongUsage('The only command is: packages import');
  if (statement === undefined || installer === undefined || others.length > 0)
    throw new WrongUsage('Name the file of the statement and that of the installer.');
  const config = readConfig();
  const { PATCHKEEP_FILES_DIR: folder, PATCHKEEP_SIGNER_SOCKET: socket } = config;
  if (folder === undefined || socket === undefined)
    throw new SettingsError(
      'Set PATCHKEEP_FILES_DIR and PATCHKEEP_SIGNER_SOCKET: without them hosts are told to do nothing.',
    );
  const url = config.PATCHKEEP_WORKER_DATABASE_URL;
  const pool = openPool({ url, size: 1, name: 'packages', onError: console.error });
  try {
    const root = await signerClient(socket).root();
    const parts = { db: globalQueries(pool), files: openFileStore(folder), root };
    const { channelTag, version } = await importPackage(
      parts,
      await readFile(statement, 'utf8'),
      createReadStream(installer),
    );
    console.log(`${channelTag} ${version} can be installed now`);
  } finally {
    await pool.end();
  }
});
