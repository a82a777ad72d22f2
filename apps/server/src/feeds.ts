import { parseArgs } from 'node:util';
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
import { readConfig } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { withLock } from './platform/db/lock.ts';
import { openPool } from './platform/db/pool.ts';
import { openLog } from './platform/log/log.ts';

const usage = `npm run feeds:fetch [-- FEED ...]   fetches and reads feeds now
npm run feeds:bundle -- FILE        puts the fetched feeds into one file
npm run feeds:import -- FILE        reads such a file, for installs without internet
npm run rematch                     judges every version anew
npm run set-aside [-- retry]        lists software whose name could not be matched in time, or tries it again

Feeds: ${feeds.map(({ name }) => name).join(', ')}. Settings come from the environment, as for the server.`;

const { positionals } = parseArgs({ allowPositionals: true });
const [command, ...given] = positionals;
const config = readConfig();
const log = openLog(config.PATCHKEEP_LOG_LEVEL);
const onError = (err: Error) => log.warn({ err }, 'database connection lost');
const pool = openPool({ url: config.PATCHKEEP_WORKER_DATABASE_URL, size: 4, name: 'patchkeep-feeds', onError });
const db = globalQueries(pool);
const files = keptFiles(feedFolder(config));
const clock = () => new Date();
const whileNobodyMatches = <T>(work: () => Promise<T>) => withLock(pool, matchLock, work);

/** The workers count; here it is only asked for. */
const tools = { pool, bus: { publish: async () => undefined }, clock, log, isSigning: false };
const tell = (changed: readonly number[]): Promise<void> =>
  changed.length === 0 ? Promise.resolve() : recountHolders(changed, tools);

const fileNamed = (): string => {
  const [file] = given;
  if (file === undefined) throw new Error(usage);
  return file;
};

const commands: Record<string, () => Promise<void>> = {
  async fetch() {
    const wanted = given.length === 0 ? feeds : given.map((name) => feedNamed(name));
    const known = wanted.filter((feed) => feed !== undefined);
    if (known.length < wanted.length) throw new Error(usage);
    await fetchAndMatch(
      known,
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
    const target = fileNamed();
    const bundled = await makeBundle(db, files, target);
    for (const { feed, address, bytes } of bundled) console.log(`${feed}  ${bytes} bytes  ${address}`);
    console.log(`${target} holds ${bundled.length} files`);
  },
  async import() {
    await tell(await whileNobodyMatches(() => matchStarter(db, clock(), { log })));
    const done = await importBundle(db, files, fileNamed(), clock());
    for (const { file, imported } of done)
      console.log(`${file.feed}  ${imported.records} records, ${imported.rejections.length} rejected  ${file.address}`);
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
    else if (given.length > 0) throw new Error(usage);
    const rows = await selectSetAside(db, 1_000);
    // Quoted: a name may hold characters that would move the cursor of a terminal.
    for (const { versionId, name, publisher, reason, at } of rows)
      console.log(
        `${at.toISOString()}  ${versionId}  ${JSON.stringify(name)}  ${JSON.stringify(publisher)}  ${reason}`,
      );
    console.log(rows.length === 0 ? 'Nothing is set aside' : `${rows.length} set aside`);
  },
};

try {
  const run = commands[command ?? ''];
  if (!run) throw new Error(usage);
  await withLock(pool, feedLock, run);
} finally {
  await pool.end();
}
