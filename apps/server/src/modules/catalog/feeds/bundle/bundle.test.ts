import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../../platform/db/global.ts';
import { type TestDatabase, testDatabase } from '../../../../testkit/database.ts';
import { feedNamed } from '../feed-list.service.ts';
import { listFeeds } from '../feeds.repository.ts';
import { dueFeeds } from '../feeds.service.ts';
import { fetchFeed } from '../fetch/fetch.service.ts';
import { keptFiles } from '../fetch/kept-files.service.ts';
import { importBundle, makeBundle } from './bundle.service.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-bundle-'));
let online: TestDatabase;
let offline: TestDatabase;
beforeAll(async () => {
  online = await testDatabase();
  offline = await testDatabase();
});
afterAll(async () => {
  await online.close();
  await offline.close();
  rmSync(folder, { recursive: true });
});

const kevFile = join(folder, 'kev.json');
const entry = (cveID: string) => ({ cveID, dateAdded: '2026-11-01' });
const writeKev = (...ids: string[]): void =>
  writeFileSync(kevFile, JSON.stringify({ vulnerabilities: ids.map(entry) }));

describe('fetching and bundling', () => {
  const clock = { now: new Date('2026-11-14T09:00:00Z') };
  const kept = keptFiles(join(folder, 'online'));
  const tools = () => ({
    db: globalQueries(online.pool('patchkeep_worker')),
    files: kept,
    clock: () => clock.now,
    addressesOf: () => [pathToFileURL(kevFile).href],
  });
  const kev = () => {
    const feed = feedNamed('kev');
    if (!feed) throw new Error('no kev');
    return feed;
  };
  const bundle = join(folder, 'feeds.tar');

  it('takes a file in once, notes every contact, and keeps only the newest by its hash', async () => {
    writeKev('CVE-2026-1', 'CVE-2026-0001');
    const [first] = await fetchFeed(kev(), tools());
    expect(first).toMatchObject({ records: 2, rejections: [{ reason: 'no CVE id' }] });
    clock.now = new Date('2026-11-14T10:00:00Z');
    expect(await fetchFeed(kev(), tools())).toEqual([]);
    const [row] = await listFeeds(tools().db);
    expect(row).toMatchObject({ checked_at: clock.now, changed_at: new Date('2026-11-14T09:00:00Z'), failure: null });
    writeKev('CVE-2026-0001', 'CVE-2026-0002');
    await fetchFeed(kev(), tools());
    expect(readdirSync(join(folder, 'online/files'))).toHaveLength(1);
  });

  it('writes a failure down and tries again within the hour', async () => {
    const { db } = tools();
    const missing = { ...tools(), addressesOf: () => [pathToFileURL(join(folder, 'nowhere')).href] };
    expect(await fetchFeed(kev(), missing)).toEqual([]);
    const [row] = await listFeeds(db);
    expect(row?.failure).toContain('nowhere');
    const isDue = async (minutes: number) =>
      (await dueFeeds(db, new Date(clock.now.getTime() + minutes * 60_000))).includes(kev());
    expect(await isDue(59)).toBe(false);
    expect(await isDue(60)).toBe(true);
    await fetchFeed(kev(), tools());
    expect((await listFeeds(db))[0]?.failure).toBeNull();
  });

  it('brings feeds to an install without internet in one file, as old as they are', async () => {
    expect(await makeBundle(tools().db, kept, bundle)).toMatchObject([{ feed: 'kev' }]);
    const db = globalQueries(offline.pool('patchkeep_worker'));
    const there = keptFiles(join(folder, 'offline'));
    const now = new Date('2026-11-20T09:00:00Z');
    expect(await importBundle(db, there, bundle, now)).toMatchObject([{ imported: { records: 2 } }]);
    expect(await listFeeds(db)).toMatchObject([{ feed: 'kev', checked_at: clock.now, changed_at: now, records: 2 }]);
    const [again] = await importBundle(db, there, bundle, now);
    expect(again?.imported.changedRows).toBe(0);
  });

  it('refuses a bundle that was cut or altered', async () => {
    const db = globalQueries(offline.pool('patchkeep_worker'));
    const there = keptFiles(join(folder, 'damaged'));
    const whole = readFileSync(bundle);
    const cut = join(folder, 'cut.tar');
    writeFileSync(cut, whole.subarray(0, whole.length - 2_000));
    await expect(importBundle(db, there, cut, clock.now)).rejects.toThrow('in the middle of a file');
    const altered = join(folder, 'altered.tar');
    writeFileSync(altered, whole);
    writeSync(openSync(altered, 'r+'), 'X', whole.indexOf('CVE-2026-0002'));
    await expect(importBundle(db, there, altered, clock.now)).rejects.toThrow('is damaged');
    writeFileSync(altered, 'something else entirely'.repeat(100));
    await expect(importBundle(db, there, altered, clock.now)).rejects.toThrow('Not a bundle');
  });
});
