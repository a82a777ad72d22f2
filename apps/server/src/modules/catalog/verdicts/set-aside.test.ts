import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { openLog } from '../../../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../../../testkit/database.ts';
import { matchStarter, matchVersions, retrySetAside } from './match.service.ts';
import { nameMatcher } from './name-matcher.service.ts';
import { selectSetAside } from './set-aside.repository.ts';

const now = new Date('2026-11-15T09:00:00Z');

/** A matcher with a defect nobody knows of yet: the very pattern that once stopped the service, and one that throws. */
const defective = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  import { identifier } from '${import.meta.resolve('@patchkeep/rules/software/identify')}';
  import { unknownSoftware } from '${new URL('../channels/identity.rules.ts', import.meta.url).href}';
  let identify = identifier([]);
  parentPort.on('message', ({ channels, names, progress }) => {
    if (channels !== undefined) identify = identifier(JSON.parse(channels));
    const place = new Int32Array(progress);
    parentPort.postMessage(names.map((each, i) => {
      Atomics.store(place, 0, i);
      if (each.name === 'Broken') throw new Error('a defect');
      each.name.replaceAll(/(?<=[\\s-]|^)v?\\d+(\\.\\d+)+([.+_-]?\\w+)*(?=\\s|$)/gi, ' ');
      return identify(each) ?? unknownSoftware(each);
    }));
  });
`)}`,
);
const poison = `App 1.1${'a'.repeat(60)}!`;

let database: TestDatabase;
let pool: ReturnType<TestDatabase['pool']>;
const db = () => globalQueries(pool);
const lines: Record<string, unknown>[] = [];
const log = openLog(
  'warn',
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  }),
);
const slowMatcher = nameMatcher({ batch: 20, batchMs: 3_000, aloneMs: 4_000 }, defective);
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool('patchkeep_worker');
  await matchStarter(db(), now);
  await matchVersions(db(), { kind: 'new' }, now);
});
afterAll(async () => {
  await slowMatcher.close();
  await database.close();
});

const install = async (name: string, publisher = ''): Promise<number> => {
  const { rows } = await pool.query(
    'insert into software_versions (name, publisher, version) values ($1, $2, $3) returning version_id',
    [name, publisher, '23.01'],
  );
  return rows[0].version_id;
};
const identifiedBy = async (versionId: number): Promise<{ identified_by: string; name: string }> => {
  const { rows } = await pool.query(
    'select identified_by, name from version_verdicts join applications using (application_id) where version_id = $1',
    [versionId],
  );
  return rows[0];
};

describe('a name that cannot be matched in time', () => {
  let poisoned: number;
  let broken: number;
  let common: number;

  it('is set aside with its reason and named in the log, while the process goes on and the others are judged', async () => {
    for (let i = 0; i < 30; i++) await install(`Fine ${i}`);
    poisoned = await install(poison);
    broken = await install('Broken');
    common = await install('7-Zip 23.01 (x64)', 'Igor Pavlov');
    let ticks = 0;
    const watch = setInterval(() => (ticks += 1), 10);
    const changed = await matchVersions(db(), { kind: 'new' }, now, { matcher: slowMatcher, log });
    clearInterval(watch);
    expect(changed).toHaveLength(33);
    // In the process itself the pattern would have let nothing else run for longer than anybody waits.
    expect(ticks).toBeGreaterThan(50);
    expect(await identifiedBy(common)).toEqual({ identified_by: 'name', name: '7-Zip' });
    expect(await identifiedBy(poisoned)).toEqual({ identified_by: 'setAside', name: poison });
    const listed = await selectSetAside(db(), 10);
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({
      versionId: poisoned,
      name: poison,
      publisher: '',
      reason: 'not matched within 4000 ms',
      at: now,
    });
    expect(listed).toContainEqual(expect.objectContaining({ versionId: broken, reason: 'matching failed: a defect' }));
    expect(lines.map(({ versionId }) => versionId)).toEqual([poisoned, broken]);
  });

  it('is not tried again, by no job and not after a restart', async () => {
    expect(await matchVersions(db(), { kind: 'new' }, now, { matcher: slowMatcher, log })).toEqual([]);
    // A process that starts anew has nothing in memory but what the table says.
    const restarted = nameMatcher({ batch: 20, batchMs: 3_000, aloneMs: 4_000 }, defective);
    expect(await matchVersions(db(), { kind: 'all' }, now, { matcher: restarted, log })).toEqual([]);
    await restarted.close();
    expect(lines).toHaveLength(2);
  });

  it('is tried again when an operator asks for it, and judged by a release that can', async () => {
    const changed = await retrySetAside(db(), now);
    expect(changed.toSorted((a, b) => a - b)).toEqual([poisoned, broken]);
    expect(await selectSetAside(db(), 10)).toEqual([]);
    expect(await identifiedBy(poisoned)).toEqual({ identified_by: 'none', name: poison });
  });
});
