import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import type { Kysely } from 'kysely';
import { importPackage, liftHold, listBuildLines, markWorkInProgress } from './modules/catalog/public.ts';
import { type Config, readConfig, SettingsError } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';
import type { Tables } from './platform/db/tables.ts';
import { openFiles } from './platform/files/files.ts';
import { signerClient } from './platform/signer-client.ts';

const usage = `patchkeep packages import STATEMENT INSTALLER
patchkeep packages list
patchkeep packages lift BUILD HOLD --reason TEXT
patchkeep packages mark APPLICATION --work-in-progress on|off

import   takes a package into the catalogue, as the offline keys vouched for it. STATEMENT is what "patchkeep signer
         vouch" wrote. PATCHKEEP_FILES_DIR (or PATCHKEEP_S3_BUCKET) and PATCHKEEP_SIGNER_SOCKET are needed.
list     prints what the packager was asked for and how far it is, one package in a line.
lift     lets the packager go on in spite of a judgement, such as publisherNew, and remembers why. It holds for all
         customers of this server. A fact, such as infected, cannot be lifted.
mark     says that updates of an application are not ready to be automated: approvals warn before they are. APPLICATION
         is its tag, as in the list.

Settings come from the environment, as for the server.`;

const importOne = async (db: Kysely<Tables>, config: Config, [statement = '', installer = '']: readonly string[]) => {
  const files = openFiles(config);
  const { PATCHKEEP_SIGNER_SOCKET: socket } = config;
  if (files === undefined || socket === undefined)
    throw new SettingsError(
      'Set PATCHKEEP_FILES_DIR or PATCHKEEP_S3_BUCKET, and PATCHKEEP_SIGNER_SOCKET: without them hosts are told to do nothing.',
    );
  const parts = { db, files, root: await signerClient(socket).root() };
  const { channelTag, version } = await importPackage(
    parts,
    await readFile(statement, 'utf8'),
    createReadStream(installer),
  );
  console.log(`${channelTag} ${version} can be installed now`);
};

const liftOne = async (db: Kysely<Tables>, [build = '', hold = '']: readonly string[], reason: string) => {
  const { channelTag, version } = await liftHold(db, { build, hold, reason, now: new Date() });
  console.log(`${hold} is lifted for ${channelTag} ${version}. The packager looks at it again within a minute.`);
};

const markOne = async (db: Kysely<Tables>, [tag = '']: readonly string[], mark: string) => {
  const name = await markWorkInProgress(db, tag, mark === 'on');
  console.log(mark === 'on' ? `${name} is work-in-progress` : `${name} is not work-in-progress any more`);
};

const text = { type: 'string' } as const;

await runCommand(usage, async () => {
  const options = { reason: text, 'work-in-progress': text };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command = '', ...rest] = positionals;
  if (!['import', 'list', 'lift', 'mark'].includes(command))
    throw new WrongUsage('Name a command: import, list, lift or mark.');
  if (command === 'import' && rest.length !== 2)
    throw new WrongUsage('Name the file of the statement and that of the installer.');
  if (command === 'lift' && rest.length !== 2) throw new WrongUsage('Name the build and what holds it.');
  const reason = values.reason?.trim() ?? '';
  if (command === 'lift' && reason === '') throw new WrongUsage('--reason is missing: say why it can be lifted.');
  const mark = values['work-in-progress'] ?? '';
  if (command === 'mark' && (rest.length !== 1 || !['on', 'off'].includes(mark)))
    throw new WrongUsage('Name the application and say --work-in-progress on or off.');
  const config = readConfig();
  const url = config.PATCHKEEP_WORKER_DATABASE_URL;
  const pool = openPool({ url, size: 1, name: 'packages', onError: console.error });
  const db = globalQueries(pool);
  try {
    if (command === 'import') await importOne(db, config, rest);
    else if (command === 'lift') await liftOne(db, rest, reason);
    else if (command === 'mark') await markOne(db, rest, mark);
    else for (const line of await listBuildLines(db)) console.log(line);
  } finally {
    await pool.end();
  }
});
