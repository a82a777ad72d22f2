// `npm run feeds:check -- FOLDER`: reads every feed of a bundle of real files into a database of its own, twice, and
// compares what came of it with what the bundle's README says; then lets the packager read all its manifests. See
// docs/operators/feeds.md and docs/operators/packages.md.
import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { feedNamed } from '../apps/server/src/modules/catalog/feeds/feed-list.service.ts';
import { importFile, localFile } from '../apps/server/src/modules/catalog/feeds/import.service.ts';
import { globalQueries } from '../apps/server/src/platform/db/global.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../apps/server/src/platform/db/pool.ts';
import { checkApplications } from './feeds/applications.ts';
import { type BundleFile, bundleFiles, notFeeds } from './feeds/bundle-facts.ts';
import { startPostgres } from './services/postgres.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('npm run feeds:check -- FOLDER');
const maxMegabytes = 1_024;
const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-feeds-'));
const failures: string[] = [];

/** Node reads gzip and zip by itself; for bzip2 it needs the system's help. */
const unpacked = async (path: string): Promise<string> => {
  if (!path.endsWith('.bz2')) return path;
  const target = join(scratch, basename(path, '.bz2'));
  const child = execFile('bzip2', ['-dc', path], { encoding: 'buffer', maxBuffer: 1024 ** 3 });
  if (child.stdout === null) throw new Error('bzip2 did not start');
  await pipeline(child.stdout, createWriteStream(target));
  return target;
};

const line = (...cells: (string | number)[]): void =>
  console.log(
    cells
      .map((cell, i) => (i === 0 || i === 1 ? String(cell).padEnd(i === 0 ? 17 : 46) : String(cell).padStart(9)))
      .join(' '),
  );
const expectEqual = (what: string, got: number, wanted: number): void => {
  if (got !== wanted) failures.push(`${what}: ${got} instead of ${wanted}`);
};

const postgres = await startPostgres();
const admin = new pg.Client(postgres.superUrl);
await admin.connect();
await admin.query('create database feeds');
await admin.end();
await migrate(postgres.url('postgres', 'feeds'));
const pool = openPool({
  url: postgres.url('patchkeep_worker', 'feeds'),
  size: 4,
  name: 'feeds-check',
  onError: console.error,
});
const db = globalQueries(pool);

const read = async ({ feed: name, path }: BundleFile) => {
  const feed = feedNamed(name);
  if (!feed) throw new Error(`There is no feed ${name}`);
  const now = new Date();
  const began = performance.now();
  const file = await localFile(await unpacked(join(folder, path)), path, now);
  const imported = await importFile(db, feed, file, now);
  return { ...imported, seconds: (performance.now() - began) / 1000 };
};

try {
  line('feed', 'file', 'records', 'expected', 'rejected', 'rows', 'seconds');
  for (const file of bundleFiles) {
    const { records, rejections, changedRows, seconds } = await read(file);
    line(file.feed, file.path, records, file.records, rejections.length, changedRows, seconds.toFixed(1));
    for (const { record, reason } of rejections) console.log(`    rejected ${record}: ${reason}`);
    expectEqual(`${file.path} records`, records, file.records);
    expectEqual(`${file.path} rejected`, rejections.length, file.rejected ?? 0);
    for (const { what, query, rows: wanted } of file.tables ?? []) {
      const { rows } = await pool.query<{ n: number }>(query);
      const got = Number(rows[0]?.n);
      line('', `  ${what}`, got, wanted);
      expectEqual(what, got, wanted);
    }
  }
  const unread = await pool.query<{ n: number }>(
    `select coalesce(sum(jsonb_array_length(a -> 'unread')), 0)::int as n
     from advisories, jsonb_array_elements(statement -> 'affected') a`,
  );
  console.log(`\nversion statements nobody could read, kept word for word: ${unread.rows[0]?.n}`);
  console.log(`not read, because no feed of ours comes so: ${notFeeds.join(', ')}`);
  console.log('\nthe same files once more');
  let again = 0;
  for (const file of bundleFiles) {
    const { changedRows } = await read(file);
    if (changedRows > 0) failures.push(`${file.path} changed ${changedRows} rows the second time`);
    again += changedRows;
  }
  console.log(`  ${again} rows changed`);
  failures.push(...(await checkApplications(folder)));
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
}

const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`peak memory ${megabytes} MB, at most ${maxMegabytes}`);
if (megabytes > maxMegabytes) failures.push(`${megabytes} MB of memory`);
for (const failure of failures) console.log(`DIFFERS ${failure}`);
console.log(failures.length === 0 ? 'all as the bundle says' : `${failures.length} differences`);
process.exitCode = failures.length === 0 ? 0 : 1;
