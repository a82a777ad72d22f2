import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import type pg from 'pg';
import {
  addressesFrom,
  changesWindowsUpdates,
  feedFolder,
  feedLock,
  feedNamed,
  feeds,
  fetchAndMatch,
  importBundle,
  keptFiles,
  makeBundle,
  matchImported,
  matchLock,
  matchStarter,
  rematch,
  retrySetAside,
  selectSetAside,
} from './modules/catalog/public.ts';
import { recountEverybody, recountHolders } from './modules/results/public.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { withLock } from './platform/db/lock.ts';
import { openPool } from './platform/db/pool.ts';
import { type Log, openLog } from './platform/log/log.ts';

const usage = `patchkeep feeds fetch [FEED ...]   fetches and reads feeds now
patchkeep feeds bundle FILE        puts the fetched feeds into one file
patchkeep feeds import FILE        reads such a file, for installs without internet
patchkeep feeds rematch            judges every version anew
patchkeep feeds set-aside [retry]  lists software whose name could not be matched in time, or tries it again

Feeds: ${feeds.map(({ name }) => name).join(', ')}. Settings come from the environment, as for the server.`;

const takes = {
  fetch: 'names of feeds',
  bundle: 'a file',
  import: 'a file',
  rematch: 'nothing',
  'set-aside': 'nothing, or: retry',
} as const;
type CommandName = keyof typeof takes;

/** Checked before anything is opened. */
const readCommandLine = () => {
  const [command = '', ...given] = parseArgs({ allowPositionals: true }).positionals;
  if (!Object.hasOwn(takes, command))
    throw new WrongUsage(command === '' ? 'Name a command.' : `There is no command "${command}".`);
  const name = command as CommandName;
  const isFine = {
    fetch: given.every((feed) => feedNamed(feed) !== undefined),
    bundle: given.length === 1,
    import: given.length === 1,
    rematch: given.length === 0,
    'set-aside': given.length === 0 || (given.length === 1 && given[0] === 'retry'),
  }[name];
  if (!isFine) throw new WrongUsage(`feeds ${name} takes ${takes[name]}.`);
  return { name, given };
};

const commandsOf = (config: Config, pool: pg.Pool, log: Log, given: readonly string[]) => {
  const db = globalQueries(pool);
  const files = keptFiles(feedFolder(config));
  const clock = () => new Date();
  const whileNobodyMatches = <T>(work: () => Promise<T>) => withLock(pool, matchLock, work);
  const [file = ''] = given;

  /** The workers count; here it is only asked for. */
  const tools = { pool, bus: { publish: async () => undefined }, clock, log, isSigning: false };
  const tell = (changed: readonly number[]): Promise<void> =>
    changed.length === 0 ? Promise.resolve() : recountHolders(changed, tools);

  return {
    async fetch() {
      const wanted = feeds.filter(({ name }) => given.length === 0 || given.includes(name));
      await fetchAndMatch(
        wanted,
        { db, files, clock, log, addressesOf: addressesFrom(config), whileNobodyMatches },
        async (feed, imported, changed) => {
          const records = imported.reduce((sum, each) => sum + each.records, 0);
          const news = imported.length === 0 ? 'nothing new' : `${records} records, ${changed.length} verdicts changed`;
          console.log(`${feed.name}: ${news}`);
          await tell(changed);
          if (changesWindowsUpdates(feed, imported)) await recountEverybody(tools);
        },
      );
    },
    async bundle() {
      const bundled = await makeBundle(db, files, file);
      for (const { feed, address, bytes } of bundled) console.log(`${feed}  ${bytes} bytes  ${address}`);
      console.log(`${file} holds ${bundled.length} files`);
    },
    async import() {
      await tell(await whileNobodyMatches(() => matchStarter(db, clock(), { log })));
      const done = await importBundle(db, files, file, clock());
      for (const { file: each, imported } of done)
        console.log(
          `${each.feed}  ${imported.records} records, ${imported.rejections.length} rejected  ${each.address}`,
        );
      const imported = done.map((each) => each.imported);
      const changed = await whileNobodyMatches(() => matchImported(db, imported, clock(), { log }));
      await tell(changed);
      const isOfWindows = done.some((each) => {
        const feed = feedNamed(each.file.feed);
        return feed !== undefined && changesWindowsUpdates(feed, [each.imported]);
      });
      if (isOfWindows) await recountEverybody(tools);
      console.log(`${changed.length} verdicts changed`);
    },
    async rematch() {
      await tell(await whileNobodyMatches(() => matchStarter(db, clock(), { log })));
      const changed = await whileNobodyMatches(() => rematch(db, clock(), { log }));
      await tell(changed);
      console.log(`${changed.length} verdicts changed`);
    },
    async 'set-aside'() {
      if (given[0] === 'retry') await tell(await whileNobodyMatches(() => retrySetAside(db, clock(), { log })));
      const rows = await selectSetAside(db, 1_000);
      // Quoted: a name may hold characters that would move the cursor of a terminal.
      for (const { versionId, name, publisher, reason, at } of rows)
        console.log(
          `${at.toISOString()}  ${versionId}  ${JSON.stringify(name)}  ${JSON.stringify(publisher)}  ${reason}`,
        );
      console.log(rows.length === 0 ? 'Nothing is set aside' : `${rows.length} set aside`);
    },
  } satisfies Record<CommandName, () => Promise<void>>;
};

await runCommand(usage, async () => {
  const { name, given } = readCommandLine();
  const config = readConfig();
  const log = openLog(config.PATCHKEEP_LOG_LEVEL);
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const pool = openPool({ url: config.PATCHKEEP_WORKER_DATABASE_URL, size: 4, name: 'patchkeep-feeds', onError });
  try {
    await withLock(pool, feedLock, commandsOf(config, pool, log, given)[name]);
  } finally {
    await pool.end();
  }
});
