import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { importPackage } from './modules/catalog/public.ts';
import { readConfig } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';
import { openFileStore } from './platform/files/file-store.ts';
import { signerClient } from './platform/signer-client.ts';

const usage = 'import STATEMENT INSTALLER   takes a package into the catalogue, as it was vouched for';

const [command, statement, installer] = process.argv.slice(2);
if (command !== 'import' || statement === undefined || installer === undefined) {
  console.log(usage);
  process.exit(2);
}
const config = readConfig();
const { PATCHKEEP_FILES_DIR: folder, PATCHKEEP_SIGNER_SOCKET: socket } = config;
if (folder === undefined || socket === undefined)
  throw new Error('Set PATCHKEEP_FILES_DIR and PATCHKEEP_SIGNER_SOCKET: without them hosts are told to do nothing');
const pool = openPool({ url: config.PATCHKEEP_WORKER_DATABASE_URL, size: 1, name: 'packages', onError: console.error });
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
