import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channels } from '@patchkeep/contract/channels';
import { feeds } from '@patchkeep/contract/feeds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';
import { nvdFile, nvdRecord, readFeed } from '../../../testkit/read-feed.ts';
import { feedNamed } from '../feeds/feed-list.service.ts';
import { matchImported } from '../feeds/feeds.service.ts';
import { importFile, localFile } from '../feeds/import.service.ts';
import { judgeAs, unknownApplication } from './corrections.service.ts';
import { explainVersions } from './explain.service.ts';
import { fixesOf } from './fixes.service.ts';
import { matchOverdue, matchStarter, matchVersions, rematch } from './match.service.ts';

const now = new Date('2026-11-15T09:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'patchkeep-match-test-'));
let app: TestApp;
let pool: ReturnType<TestApp['database']['pool']>;
const db = () => globalQueries(pool);
beforeAll(async () => {
  app = await testApp();
  pool = app.database.pool('patchkeep_worker');
  await matchStarter(db(), now);
  await matchVersions(db(), { kind: 'new' }, now);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const rows = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
const install = async (name: string, publisher: string, version: string, productCode = ''): Promise<number> => {
  const [row] = await rows(
    'insert into software_versions (name, publisher, version, product_code) values ($1, $2, $3, $4) returning version_id',
    [name, publisher, version, productCode],
  );
  return row.version_id;
};
const read = (feed: string, content: string, at = now): Promise<number[]> => readFeed(db(), feed, content, at);
const verdictOf = async (versionId: number) =>
  (
    await rows(
      `select a.channel_tag, a.name, v.identified_by, v.channel_version, v.status, v.is_exploited, v.fixed_version, v.eol_on,
         array(select cve_id from cves where cve_no = any(v.cve_nos) order by 1) as cves,
         array(select cve_id from cves where cve_no = any(v.zero_day_nos)) as zero_days
       from version_verdicts v join applications a using (application_id) where version_id = $1`,
      [versionId],
    )
  )[0];

describe('verdicts', () => {
  let old: number;
  let fresh: number;
  let unknown: number;

  it('a new install recognises common applications at once; what nobody knows stays visible as itself', async () => {
    old = await install('7-Zip 23.01 (x64)', 'Igor Pavlov', '23.01');
    fresh = await install('7-Zip 26.00 (x64)', 'Igor Pavlov', '26.00');
    unknown = await install('Acme Ledger 1.4.2 (x64)', 'Acme Inc.', '1.4.2');
    const changed = await matchVersions(db(), { kind: 'new' }, now);
    expect(changed.toSorted((a, b) => a - b)).toEqual([old, fresh, unknown]);
    expect(await verdictOf(old)).toMatchObject({
      channel_tag: '7-zip',
      name: '7-Zip',
      identified_by: 'name',
      status: 0,
    });
    expect(await verdictOf(unknown)).toMatchObject({ channel_tag: null, name: 'Acme Ledger', identified_by: 'none' });
    expect(await matchVersions(db(), { kind: 'all' }, now)).toEqual([]);
  });

  it('a record that becomes known changes the versions it hits and no others, and says why', async () => {
    const bound = { versionEndExcluding: '24.07' };
    expect(await read('nvd', nvdFile(nvdRecord('CVE-2026-0001', '7-zip:7-zip', bound)))).toEqual([old]);
    expect(await verdictOf(old)).toMatchObject({
      status: 2,
      is_exploited: false,
      fixed_version: '24.07',
      cves: ['CVE-2026-0001'],
      zero_days: [],
    });
    expect(await verdictOf(fresh)).toMatchObject({ status: 0, cves: [] });
    const evidence = await explainVersions(db(), [{ versionId: old, channelTag: '7-zip', channelVersion: '23.01' }]);
    expect(evidence.get(old)).toMatchObject([{ cveId: 'CVE-2026-0001', feed: 'nvd', to: '24.07', feedRevision: 1 }]);
  });

  it('each CVE of a version has a fix of its own', async () => {
    await read('nvd', nvdFile(nvdRecord('CVE-2026-0003', '7-zip:7-zip', { versionEndExcluding: '24.09' })));
    expect(await verdictOf(old)).toMatchObject({ fixed_version: '24.09', cves: ['CVE-2026-0001', 'CVE-2026-0003'] });
    const numbers = await rows(
      `select cve_no from cves where cve_id in ('CVE-2026-0001', 'CVE-2026-0003') order by cve_id`,
    );
    const [first, second] = numbers.map((row) => row.cve_no);
    const installed = [{ versionId: old, channelTag: '7-zip', channelVersion: '23.01' }];
    const both = new Map([
      [first, '24.07'],
      [second, '24.09'],
    ]);
    expect((await fixesOf(db(), installed, [first, second])).get(old)).toEqual(both);
    // Rules that were forgotten are worked out from the records, with the same answer.
    await rows('delete from channel_rules');
    expect((await fixesOf(db(), installed, [first, second])).get(old)).toEqual(both);
    await read('nvd', nvdFile(nvdRecord('CVE-2026-0003', 'acme:other', { versionEndExcluding: '24.09' })));
    expect(await verdictOf(old)).toMatchObject({ fixed_version: '24.07', cves: ['CVE-2026-0001'] });
  });

  it('without a fixed version it is a 0-Day', async () => {
    expect(
      await read('nvd', nvdFile(nvdRecord('CVE-2026-0002', '7-zip:7-zip', { versionStartIncluding: '25.00' }))),
    ).toEqual([fresh]);
    expect(await verdictOf(fresh)).toMatchObject({ status: 3, zero_days: ['CVE-2026-0002'] });
  });

  it('a CVE that becomes exploited changes exactly one version row', async () => {
    const before = await rows('select * from version_verdicts order by version_id');
    const revision = (await rows('select revision from catalog_revision'))[0].revision;
    const kev = { vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-11-14', dueDate: '2026-12-01' }] };
    expect(await read('kev', JSON.stringify(kev))).toEqual([old]);
    const after = await rows('select * from version_verdicts order by version_id');
    expect(
      after.filter((row, i) => JSON.stringify(row) !== JSON.stringify(before[i])).map((row) => row.version_id),
    ).toEqual([old]);
    expect(await verdictOf(old)).toMatchObject({ status: 2, is_exploited: true });
    expect((await rows('select revision from catalog_revision'))[0].revision).toBeGreaterThan(revision);
  });

  it('what Windows lists is mapped to the release, by package code and by display version', async () => {
    const manifest = `PackageIdentifier: 7zip.7zip\nPackageVersion: "24.08"\nInstallers:\n- Architecture: x64\n  InstallerUrl: https://x.example/7z.msi\n  InstallerSha256: ${'ab'.repeat(32)}\n  ProductCode: '{23170F69-40C1-2702-2408-000001000000}'\n  AppsAndFeaturesEntries:\n  - DisplayVersion: 24.08.00.0\n`;
    const coded = await install('Packer', '', 'whatever', '{23170f69-40c1-2702-2408-000001000000}');
    const shown = await install('7-Zip 24.08 (x64 edition)', 'Igor Pavlov', '24.08.00.0');
    await matchVersions(db(), { kind: 'new' }, now);
    mkdirSync(join(folder, 'winget/24.08'), { recursive: true });
    writeFileSync(join(folder, 'winget/24.08/7zip.7zip.installer.yaml'), manifest);
    const feed = feedNamed('winget');
    if (!feed) throw new Error('no winget');
    const path = join(folder, 'winget');
    await matchImported(db(), [await importFile(db(), feed, await localFile(path, path, now), now)], now);
    expect(await verdictOf(coded)).toMatchObject({
      channel_tag: '7-zip',
      identified_by: 'productCode',
      channel_version: '24.08',
    });
    expect(await verdictOf(shown)).toMatchObject({ channel_tag: '7-zip', channel_version: '24.08' });
    expect(await verdictOf(old)).toMatchObject({ fixed_version: '24.08' });
  });

  it('end of life turns on its day, without a feed being read', async () => {
    const python = await install('Python 3.9.13 (64-bit)', 'Python Software Foundation', '3.9.13');
    mkdirSync(join(folder, 'eol/products'), { recursive: true });
    writeFileSync(
      join(folder, 'eol/products/python.md'),
      '---\ntitle: Python\nreleases:\n  - releaseCycle: "3.9"\n    eol: 2026-11-16\n---\n',
    );
    const feed = feedNamed('endoflife');
    if (!feed) throw new Error('no endoflife');
    const path = join(folder, 'eol');
    await matchVersions(db(), { kind: 'new' }, now);
    await matchImported(db(), [await importFile(db(), feed, await localFile(path, path, now), now)], now);
    expect(await verdictOf(python)).toMatchObject({ status: 0, eol_on: '2026-11-16' });
    expect(await matchOverdue(db(), new Date('2026-11-15T23:59:00Z'))).toEqual([]);
    expect(await matchOverdue(db(), new Date('2026-11-16T00:03:00Z'))).toEqual([python]);
    expect(await verdictOf(python)).toMatchObject({ status: 1 });
  });

  it('a full re-match from the advisories comes to the same end', async () => {
    const before = await rows('select * from version_verdicts order by version_id');
    expect(await rematch(db(), new Date('2026-11-16T00:03:00Z'))).toEqual([]);
    expect(await rows('select * from version_verdicts order by version_id')).toEqual(before);
  });

  it('judges a version as another channel for who says that it is one', async () => {
    const judged = await judgeAs(db(), '7-zip', [{ versionId: unknown, version: '1.4.2' }], now);
    expect(judged.get(unknown)).toMatchObject({ status: 2, isExploited: true, channelVersion: '1.4.2' });
    const software = { name: 'Acme Ledger 9.9', publisher: 'ACME, Inc.' };
    expect(await unknownApplication(db(), software)).toBe(await unknownApplication(db(), software));
  });
});

describe('what the console reads of the catalogue', () => {
  it('lists channels with what they offer and when support ends [APP-17] [APP-19]', async () => {
    const reader = await app.signIn('reader');
    const first = await reader.call(channels.list, { query: { limit: 2 } });
    expect(first.body.channelInfos).toHaveLength(2);
    expect(first.body.total).toBeGreaterThan(250);
    const second = await reader.call(channels.list, { query: { limit: 2, cursor: first.body.nextCursor ?? '' } });
    const titles = [...first.body.channelInfos, ...second.body.channelInfos].map(({ title }) => title.toLowerCase());
    expect(titles).toEqual([...new Set(titles)].toSorted());
    const { body } = await reader.call(channels.list, { query: { channelTag: '7-zip' } });
    expect(body.channelInfos).toMatchObject([
      {
        channelTag: '7-zip',
        title: '7-Zip',
        vendor: 'Igor Pavlov',
        newestVersion: '24.08',
        versions: 1,
        isInstallableSystemBased: true,
        isInstallableUserBased: true,
        architectures: ['x64'],
        isMatched: true,
      },
    ]);
    const found = await reader.call(channels.list, { query: { q: 'PYTHON 3.9' } });
    expect(found.body.channelInfos[0]?.supportCycles).toEqual([{ cycle: '3.9', ends: '2026-11-16', isEnded: false }]);
    expect((await reader.call(channels.list, { query: { q: '%' } })).body.total).toBe(0);
  });

  it('says how fresh each feed is, what it left out, and when one is too old to rely on', async () => {
    const reader = await app.signIn('reader');
    const { body } = await reader.call(feeds.list);
    const by = (name: string) => body.feeds.find(({ feed }) => feed === name);
    expect(by('kev')).toMatchObject({ state: 'fresh', isStale: false, records: 1, lastContact: now.toISOString() });
    expect(by('epss')).toMatchObject({ state: 'stale', isStale: true, lastContact: null });
    expect(body).toMatchObject({ hasStaleFeed: true, mode: 'fetch' });
    app.clock.now = new Date(now.getTime() + 25 * 3_600_000);
    const returned = await app.signIn('reader');
    const later = (await returned.call(feeds.list)).body;
    expect(later.feeds.find(({ feed }) => feed === 'kev')).toMatchObject({ state: 'stale', isStale: true });
    expect(later.feeds.find(({ feed }) => feed === 'nvd')).toMatchObject({ state: 'fresh' });
    await read(
      'kev',
      JSON.stringify({ vulnerabilities: [{ cveID: 'nonsense' }, { cveID: 'CVE-2026-0001', dateAdded: '2026-11-14' }] }),
    );
    const { body: rejected } = await returned.call(feeds.rejections, { query: { feed: 'kev' } });
    expect(rejected).toMatchObject({ total: 1, nextCursor: null, rejections: [{ reason: 'no CVE id' }] });
    expect((await returned.call(feeds.rejections, { query: { feed: 'none' } })).status).toBe(404);
  });
});
