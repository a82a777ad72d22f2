import type { BuildEvidence, PackageBuild } from '@patchkeep/contract/packager';
import { packages } from '@patchkeep/contract/packages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { loadStarterChannels } from '../channels/channels.service.ts';
import { listBuildLines } from './lift-hold.service.ts';
import { replaceBuilds, upsertContact } from './package-builds.repository.ts';
import { insertStatement, withdrawStatements } from './packages.repository.ts';
import { countStatements, selectVouched } from './vouched.queries.ts';

const now = new Date('2026-11-15T09:00:00Z');
let app: TestApp;
let reader: TestClient;
const db = () => globalQueries(app.database.pool('patchkeep_worker'));
const idOf = (number: number): string => String(number).padStart(32, '0');
const hashOf = (number: number): string => String(number).padStart(64, 'a');

const evidence: BuildEvidence = {
  address: 'https://7-zip.example/a/7z2602-x64.msi',
  sha256: hashOf(1),
  bytes: 1_990_656,
  signature: 'unsigned',
  publisher: null,
  scan: 'clean',
  scanSays: 'ClamAV 1.4.3',
  product: '7-Zip',
  company: 'Igor Pavlov',
  versions: ['26.02.00.0'],
  installArguments: ['/qn', '/norestart'],
  lifted: ['unsigned'],
  reason: 'unsigned: the hash stands on the page of the vendor',
};
const hold = { name: 'unsigned', says: 'Nobody signed the file.', advice: 'Compare the SHA-256.', isLiftable: true };

const build = (number: number, more: Partial<PackageBuild>): PackageBuild => ({
  build: idOf(number),
  channelTag: '7-zip',
  version: '26.02',
  fits: null,
  variant: 'x64 machine msi',
  state: 'waiting',
  percent: null,
  holds: [],
  evidence: null,
  since: now.toISOString(),
  retryAt: null,
  statementHash: null,
  ...more,
});

const told = [
  build(1, {
    channelTag: 'vlc-media-player',
    version: '3.0.21',
    state: 'held',
    holds: [hold],
    retryAt: now.toISOString(),
  }),
  build(2, { state: 'ready', evidence, statementHash: hashOf(2) }),
  build(3, { version: '26.01', state: 'ready', statementHash: hashOf(3) }),
  build(4, { variant: 'x86 machine msi', state: 'fetching', percent: 41 }),
  build(5, { channelTag: 'winrar', version: '7.13', variant: null, state: 'notOffered' }),
];

const vouchFor = (number: number, channelTag: string, version: string, expires: Date) =>
  insertStatement(
    db(),
    hashOf(number),
    {
      channelTag,
      version,
      release: 1_024,
      kind: 'msi',
      scope: 'machine',
      sha256: hashOf(number),
      bytes: 10,
      expires: expires.getTime(),
      installArguments: [],
      removeArguments: [],
      options: {},
    },
    'an envelope',
  );

beforeAll(async () => {
  app = await testApp();
  reader = await app.signIn('reader');
  await loadStarterChannels(db());
});
afterAll(() => app.close());

const list = async (query: Record<string, string | number> = {}) =>
  (await reader.call(packages.list, { query: { limit: 50, ...query } } as never)).body;
const labelled = ({ packages: rows }: Awaited<ReturnType<typeof list>>) =>
  rows.map(({ name, version, build: id }) => `${name} ${version} ${Number(id)}`);
const summary = async () => (await reader.call(packages.summary)).body;

describe('the packages of an install', () => {
  it('are none, and no packager was ever there, before one is connected', async () => {
    expect(await list()).toEqual({ packages: [], total: 0, nextCursor: null });
    expect(await summary()).toEqual({
      packager: { state: 'never', answered: null, silentSince: null, mode: null, providers: [] },
      applications: 0,
      ready: 0,
      byState: {},
    });
  });

  it('are listed by application, version and build, a page at a time', async () => {
    await replaceBuilds(db(), told);
    const all = ['7-Zip 26.01 3', '7-Zip 26.02 2', '7-Zip 26.02 4', 'VLC media player 3.0.21 1', 'WinRAR 7.13 5'];
    expect(labelled(await list())).toEqual(all);
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ total: 5, nextCursor: expect.any(String) });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    const third = await list({ limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].flatMap(labelled)).toEqual(all);
    expect(third.nextCursor).toBeNull();
  });

  it('go on behind a row that is gone by the next page', async () => {
    const first = await list({ limit: 2 });
    const [, gone] = first.packages;
    await app.database.pool('postgres').query('delete from package_builds where build_id = $1', [gone?.build]);
    expect(labelled(await list({ limit: 1, cursor: first.nextCursor ?? '' }))).toEqual(['7-Zip 26.02 4']);
    const cursor = Buffer.from(JSON.stringify(['7-zip', 'x'])).toString('base64url');
    expect((await reader.call(packages.list, { query: { cursor, limit: 2 } })).status).toBe(400);
    await replaceBuilds(db(), told);
  });

  it('are found by a part of the name, whose signs mean nothing else, and by their state', async () => {
    expect(labelled(await list({ search: ' MEDIA ' }))).toEqual(['VLC media player 3.0.21 1']);
    expect(await list({ search: '%' })).toMatchObject({ packages: [], total: 0 });
    expect(await list({ search: '_' })).toMatchObject({ packages: [], total: 0 });
    const held = await list({ state: 'held' });
    expect(held).toMatchObject({
      total: 1,
      packages: [
        {
          channelTag: 'vlc-media-player',
          state: 'held',
          holds: [hold],
          since: now.toISOString(),
          retryAt: now.toISOString(),
          isAvailable: false,
        },
      ],
    });
    expect(await list({ state: 'fetching' })).toMatchObject({
      packages: [{ percent: 41, variant: 'x86 machine msi' }],
    });
    expect((await list({ state: 'held', search: 'zip' })).total).toBe(0);
  });

  it('can be given to hosts while their statement is in the catalogue and has not expired', async () => {
    const available = async () => (await list({ state: 'ready' })).packages.map(({ isAvailable }) => isAvailable);
    expect(await available()).toEqual([false, false]);
    const expires = new Date(now.getTime() + 86_400_000);
    await vouchFor(2, '7-zip', '26.02', expires);
    await vouchFor(3, '7-zip', '26.01', new Date(now.getTime() - 1));
    expect(await available()).toEqual([false, true]);
    const { body } = await reader.call(packages.find, { params: { id: idOf(2) } });
    expect(body).toMatchObject({ build: idOf(2), isAvailable: true, evidence, expires: expires.toISOString() });
    const waiting = await reader.call(packages.find, { params: { id: idOf(4) } });
    expect(waiting.body).toMatchObject({ evidence: null, expires: null });
    expect((await reader.call(packages.find, { params: { id: idOf(99) } })).status).toBe(404);
    expect((await reader.call(packages.find, { params: { id: 'no build' } })).status).toBe(404);
  });

  it('are summed up by application, with whether the packager answers', async () => {
    const provider = { name: 'acme', state: 'stopped', readAt: null, reason: 'expired' } as const;
    await upsertContact(db(), now, {
      providers: [{ ...provider, says: 'Final timestamp.json is expired' }],
      mode: 'guarded',
    });
    expect(await summary()).toEqual({
      packager: { state: 'up', answered: now.toISOString(), silentSince: null, mode: 'guarded', providers: [provider] },
      applications: 3,
      ready: 1,
      byState: { held: 1, ready: 2, fetching: 1, notOffered: 1 },
    });
    const later = new Date(now.getTime() + 60_000);
    await upsertContact(db(), later);
    await upsertContact(db(), new Date(later.getTime() + 60_000));
    expect((await summary()).packager).toEqual({
      state: 'silent',
      answered: now.toISOString(),
      silentSince: later.toISOString(),
      mode: 'guarded',
      providers: [provider],
    });
    const [line] = await listBuildLines(db());
    expect(line).toBe('provider  acme  stopped  read never  expired  Final timestamp.json is expired');
  });

  it('are withdrawn from every host, once, and the planner hears of it', async () => {
    const vouched = async () => (await selectVouched(db(), ['7-zip'])).map(({ version }) => version);
    expect(await vouched()).toEqual(['26.02', '26.01']);
    const known = await countStatements(db());
    const versions = [
      { channelTag: '7-zip', version: '26.02' },
      { channelTag: 'vlc-media-player', version: '1' },
    ];
    expect(await withdrawStatements(db(), versions, now)).toBe(true);
    expect(await withdrawStatements(db(), versions, now)).toBe(false);
    expect(await vouched()).toEqual(['26.01']);
    expect(await countStatements(db())).toBe(known + 1);
  });

  it('are for those who may see patching', async () => {
    expect((await reader.call(packages.list)).status).toBe(200);
    const database = app.database.pool('postgres');
    await database.query(`update sites set is_patching_enabled = false where name = 'alpha'`);
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    const find = await reader.call(packages.find, { params: { id: idOf(2) } });
    const others = [await reader.call(packages.list), await reader.call(packages.summary)];
    expect([find, ...others].map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
