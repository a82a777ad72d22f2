import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourceMaxBytes } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allJobs } from '../../jobs.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openFileStore } from '../../platform/files/file-store.ts';
import type { TestApp } from '../../testkit/app.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { uploadApp, type UploadApp } from '../../testkit/uploads.ts';
import { pepper, secretKey } from '../../testkit/world.ts';

let made: UploadApp;
let app: TestApp;
let folder: string;
let upload: UploadApp['upload'];
let sql: UploadApp['sql'];
beforeAll(async () => {
  made = await uploadApp();
  ({ app, folder, upload, sql } = made);
});
afterAll(() => made?.close());

const installer = (fill: number) => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000, fill)]);
/** Every file below the folder, also those that are still being made. */
const onDisk = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** Fills the site up to so many bytes below what it may bring. */
const leaveRoom = async (bytes: number) => {
  expect((await upload('first.exe', installer(1))).status).toBe(200);
  await sql('update site_resources set size = $1', [resourceMaxBytes - bytes]);
};

describe('a refused upload', () => {
  beforeEach(async () => {
    await sql('delete from site_resources');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  });

  it('leaves nothing on the disk when the site has no room for it', async () => {
    await leaveRoom(5_000);
    const before = onDisk().length;
    expect((await upload('second.exe', installer(2))).status).toBe(400);
    expect(onDisk()).toHaveLength(before);
  });

  it('leaves nothing on the disk when it does not begin as its name says', async () => {
    const { status, body } = await upload('setup.msi', installer(2));
    expect([status, body]).toMatchObject([400, { code: 6000 }]);
    expect(onDisk()).toEqual([]);
  });

  it('is not even read when the site has no room at all', async () => {
    await leaveRoom(0);
    const before = onDisk().length;
    const { status, body } = await upload('second.exe', installer(2));
    expect([status, body]).toMatchObject([400, { message: 'A site can bring 10 GiB of files' }]);
    // By its beginning it is no installer: whoever had read it would say so.
    const unread = await upload('third.exe', Buffer.alloc(5_000));
    expect(unread.body).toMatchObject({ message: 'A site can bring 10 GiB of files' });
    expect(onDisk()).toHaveLength(before);
  });

  it('leaves nothing on the disk when its row cannot be written', async () => {
    await sql(`alter table site_resources add constraint broken check (filename <> 'broken.exe')`);
    try {
      expect((await upload('broken.exe', installer(3))).status).toBe(500);
      expect(onDisk()).toEqual([]);
    } finally {
      await sql('alter table site_resources drop constraint broken');
    }
  });
});

describe('the nightly sweep of files', () => {
  it('removes what nobody uses once it is a day old, and nothing else', async () => {
    await sql('delete from site_resources');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const store = openFileStore(folder);
    const bytes = async function* (content: Buffer) {
      yield content;
    };
    const waits = (await upload('used.exe', installer(4))).body.siteResource.siteResourceTag;
    const used = await store.put(bytes(installer(4)));
    await sql(`update site_resources set sha256 = decode($1, 'hex')`, [used]);
    const young = await store.put(bytes(installer(5)));
    const orphan = await store.put(bytes(installer(6)));
    writeFileSync(join(folder, `.${randomUUID()}`), 'begun');
    writeFileSync(join(folder, 'notes.txt'), 'of an operator');
    const old = new Date(app.clock.now.getTime() - 25 * 3_600_000);
    for (const { parentPath, name } of onDisk()) utimesSync(join(parentPath, name), old, old);
    const now = app.clock.now;
    utimesSync(join(folder, young.slice(0, 2), young), now, now);
    const config = readConfig({
      PATCHKEEP_DATABASE_URL: 'x',
      PATCHKEEP_WORKER_DATABASE_URL: 'x',
      PATCHKEEP_QUEUE_DATABASE_URL: 'x',
      PATCHKEEP_SECRET_KEY: secretKey,
      PATCHKEEP_PEPPER: pepper,
      PATCHKEEP_FILES_DIR: folder,
    });
    await allJobs(config)
      .find(({ name }) => name === 'sweep-files')
      ?.run({}, jobTools(app));
    const left = onDisk().map(({ name }) => name);
    expect(left.toSorted()).toEqual([young, used, waits, 'notes.txt'].toSorted());
    expect(left).not.toContain(orphan);
  });
});
