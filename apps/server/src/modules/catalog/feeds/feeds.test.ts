import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { type TestDatabase, testDatabase } from '../../../testkit/database.ts';
import { feedNamed } from './feed-list.service.ts';
import { importFile, localFile } from './import.service.ts';

const now = new Date('2026-11-15T09:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'patchkeep-feeds-test-'));
let database: TestDatabase;
let pool: ReturnType<TestDatabase['pool']>;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool('patchkeep_worker');
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
};
const read = async (feed: string, path: string) => {
  const found = feedNamed(feed);
  if (!found) throw new Error(`no feed ${feed}`);
  return importFile(globalQueries(pool), found, await localFile(path, path, now), now);
};
const rows = async (text: string) => (await pool.query(text)).rows;
const twice = async (feed: string, path: string) => {
  const first = await read(feed, path);
  const second = await read(feed, path);
  expect(second.changedRows).toBe(0);
  expect(second.records).toBe(first.records);
  expect(second.rejections).toEqual(first.rejections);
  return first;
};

const cve = (id: string, more: object = {}) =>
  JSON.stringify({
    cveMetadata: { cveId: id, state: 'PUBLISHED', datePublished: '2024-01-02T00:00:00Z' },
    containers: {
      cna: {
        title: `Title of ${id}`,
        descriptions: [{ lang: 'en', value: 'Something breaks' }],
        affected: [
          { vendor: 'Acme', product: 'Tool', versions: [{ version: '0', lessThan: '2.0', status: 'affected' }] },
        ],
        references: [{ url: 'https://acme.example/1' }],
      },
    },
    aKeyNobodyKnows: { of: ['course'] },
    ...more,
  });

describe('feeds', () => {
  it('CVE records: stored, merged, unknown keys left alone, unreadable ones named', async () => {
    write('cve/cves/CVE-2024-1001.json', cve('CVE-2024-1001'));
    write('cve/cves/CVE-2024-1002.json', '{ not json');
    write('cve/cves/CVE-2024-1003.json', JSON.stringify({ cveMetadata: { cveId: 'CVE-2024-1003' } }));
    write('cve/cves/CVE-2024-1004.json', cve('CVE-2024-1004').replace('Something', String.raw`Nul \u0000 in it`));
    write('cve/notes.txt', 'not a record');
    const { records, rejections, touched } = await twice('cve5', join(folder, 'cve'));
    expect(records).toBe(4);
    expect(rejections).toMatchObject([
      { record: 'cves/CVE-2024-1002.json', reason: 'not JSON' },
      { record: 'cves/CVE-2024-1003.json', reason: 'no CNA container' },
      { record: 'CVE-2024-1004', reason: expect.stringContaining('not storable') },
    ]);
    expect([...touched.productKeys]).toContain('cna:acme|tool');
    expect(await rows('select cve_id, title, published_on, feeds from cves')).toEqual([
      { cve_id: 'CVE-2024-1001', title: 'Title of CVE-2024-1001', published_on: '2024-01-02', feeds: ['cve5'] },
    ]);
    expect(await rows("select record from feed_rejections where feed = 'cve5'")).toHaveLength(3);
    expect(await rows("select records, rejected from feeds where feed = 'cve5'")).toEqual([
      { records: 4, rejected: 3 },
    ]);
  });

  it('NVD: both forms, packed; an older word does not undo a newer one', async () => {
    const record = (description: string, lastModified: string) => ({
      cve: {
        id: 'CVE-2024-1001',
        lastModified,
        vulnStatus: 'Analyzed',
        descriptions: [{ lang: 'en', value: description }],
        metrics: {
          cvssMetricV31: [
            { source: 'nvd', cvssData: { version: '3.1', vectorString: 'CVSS:3.1/AV:N', baseScore: 8.1 } },
          ],
        },
      },
    });
    const file = (...vulnerabilities: object[]) => gzipSync(JSON.stringify({ format: 'x', vulnerabilities }));
    const newer = write('nvd/newer.json.gz', file(record('newer', '2024-06-01T00:00:00')));
    const older = write('nvd/older.json.gz', file(record('older', '2024-03-01T00:00:00')));
    await twice('nvd', newer);
    await twice('nvd', older);
    expect(await rows(`select statement ->> 'description' as text from advisories where feed = 'nvd'`)).toEqual([
      { text: 'newer' },
    ]);
    expect(await rows(`select cvss_score, title, description from cves where cve_id = 'CVE-2024-1001'`)).toEqual([
      { cvss_score: 8.1, title: 'Title of CVE-2024-1001', description: 'Something breaks' },
    ]);
  });

  it('known exploited: marks the CVE, and takes the mark back when the list does', async () => {
    const entry = (cveID: string) => ({ cveID, dateAdded: '2024-05-05', dueDate: '2024-06-01', product: 'Tool ' });
    const list = (...ids: string[]) => JSON.stringify({ count: ids.length, vulnerabilities: ids.map(entry) });
    const path = write('kev.json', list('CVE-2024-1001', 'CVE-2024-2001', 'nonsense'));
    const { rejections } = await twice('kev', path);
    expect(rejections).toMatchObject([{ reason: 'no CVE id' }]);
    const marked = `select exploited_on, exploited_due from cves where cve_id = 'CVE-2024-1001'`;
    expect(await rows(marked)).toEqual([{ exploited_on: '2024-05-05', exploited_due: '2024-06-01' }]);
    const { touched } = await twice('kev', write('kev.json', list('CVE-2024-2001')));
    expect(touched.productKeys).toContain('cna:acme|tool');
    expect(await rows(marked)).toEqual([{ exploited_on: null, exploited_due: null }]);
    await expect(read('kev', write('kev.json', list()))).rejects.toThrow('no entry');
  });

  it('EPSS: scores by CVE, in whatever order', async () => {
    const text =
      '#model_version:v1,score_date:2026-09-29\ncve,epss,percentile\nCVE-2024-1001,0.5,0.9\nx,1,1\nCVE-2024-2001,7,1\n';
    const { records, rejections } = await twice('epss', write('epss.csv.gz', gzipSync(text)));
    expect(records).toBe(3);
    expect(rejections.map(({ reason }) => reason)).toEqual(['no CVE id', 'not a score between 0 and 1']);
    expect(await rows('select cve_id, epss from epss_scores join cves using (cve_no)')).toEqual([
      { cve_id: 'CVE-2024-1001', epss: 0.5 },
    ]);
  });

  it('end of life: cycles are text, days and yes-or-no both understood', async () => {
    const page = (releases: string) => `---\ntitle: Tool\nreleases:\n${releases}\n---\n# Tool\n`;
    write(
      'eol/products/tool.md',
      page('  - releaseCycle: 3.10\n    eol: 2026-10-31\n  - releaseCycle: "2"\n    eol: true'),
    );
    write('eol/products/empty.md', '# nothing');
    const { rejections } = await twice('endoflife', join(folder, 'eol'));
    expect(rejections).toEqual([{ record: 'empty', reason: 'no front matter' }]);
    expect(await rows('select cycle, ends_on, is_ended from eol_cycles order by cycle')).toEqual([
      { cycle: '2', ends_on: null, is_ended: true },
      { cycle: '3.10', ends_on: '2026-10-31', is_ended: false },
    ]);
  });

  it('winget: installers inherit, versions stay text, an installer without a hash is left out and named', async () => {
    const base = 'winget/manifests/a/Acme/Tool/22.10';
    const sha = 'AB'.repeat(32);
    write(
      `${base}/Acme.Tool.installer.yaml`,
      `PackageIdentifier: Acme.Tool\nPackageVersion: 22.10\nScope: machine\nInstallerSwitches:\n  Silent: /S\nReleaseDate: 2024-02-03\nInstallers:\n- Architecture: x64\n  InstallerType: exe\n  InstallerUrl: https://acme.example/x64.exe\n  InstallerSha256: ${sha}\n  ProductCode: '{aa-bb}'\n  AppsAndFeaturesEntries:\n  - DisplayVersion: 22.10.77\n- Architecture: x86\n  Scope: user\n  InstallerType: exe\n  InstallerUrl: https://acme.example/x86.exe\n  InstallerSha256: ${sha}\n  InstallerSwitches:\n    Custom: /me\n- Architecture: arm64\n  InstallerUrl: https://acme.example/arm.exe\nBrandNewKey: 1\nManifestType: installer\n`,
    );
    write(
      `${base}/Acme.Tool.locale.en-US.yaml`,
      'PackageIdentifier: Acme.Tool\nPackageVersion: 22.10\nPublisher: Acme Inc.\nPackageName: Acme Tool\nManifestType: defaultLocale\n',
    );
    const { records, rejections, touched } = await twice('winget', join(folder, 'winget'));
    expect(records).toBe(1);
    expect(rejections).toEqual([{ record: 'manifests/a/Acme/Tool/22.10', reason: 'an installer without a SHA-256' }]);
    expect([...touched.channelTags]).toEqual(['acme-tool']);
    expect(await rows('select version, display_versions, released_on from channel_versions')).toEqual([
      { version: '22.10', display_versions: ['22.10.77'], released_on: '2024-02-03' },
    ]);
    expect(
      await rows('select architecture, scope, switches, product_codes from packages order by installer_no'),
    ).toEqual([
      { architecture: 'x64', scope: 'machine', switches: { Silent: '/S' }, product_codes: ['{AA-BB}'] },
      { architecture: 'x86', scope: 'user', switches: { Silent: '/S', Custom: '/me' }, product_codes: [] },
    ]);
  });

  it('MSRC: updates, what they replace, and the products and CVEs they repair', async () => {
    const document = `<?xml version="1.0"?>
<cvrf:cvrfdoc xmlns:cvrf="x" xmlns:vuln="y" xmlns:prod="z"><prod:ProductTree><prod:Branch>
<prod:FullProductName ProductID="1">Windows 11</prod:FullProductName></prod:Branch></prod:ProductTree>
<vuln:Vulnerability Ordinal="1"><vuln:Title>Broken &amp; bent</vuln:Title><vuln:CVE>CVE-2026-3001</vuln:CVE>
<vuln:ProductStatuses><vuln:Status Type="Known Affected"><vuln:ProductID>1</vuln:ProductID></vuln:Status></vuln:ProductStatuses>
<vuln:Threats><vuln:Threat Type="Severity"><vuln:Description>Critical</vuln:Description><vuln:ProductID>1</vuln:ProductID></vuln:Threat>
<vuln:Threat Type="Exploit Status"><vuln:Description>Publicly Disclosed:No;Exploited:Yes</vuln:Description></vuln:Threat></vuln:Threats>
<vuln:Remediations><vuln:Remediation Type="Vendor Fix"><vuln:Description>5031234</vuln:Description><vuln:Supercedence>5030000</vuln:Supercedence>
<vuln:ProductID>1</vuln:ProductID><vuln:RestartRequired>Yes</vuln:RestartRequired><vuln:SubType>Security Update</vuln:SubType>
<vuln:FixedBuild>10.0.22631.9999</vuln:FixedBuild></vuln:Remediation></vuln:Remediations>
<vuln:RevisionHistory><vuln:Revision><cvrf:Date>2026-02-10T08:00:00</cvrf:Date></vuln:Revision></vuln:RevisionHistory></vuln:Vulnerability>
<vuln:Vulnerability Ordinal="2"><vuln:Title>Nameless</vuln:Title></vuln:Vulnerability></cvrf:cvrfdoc>`;
    const { records, rejections } = await twice('msrc', write('2026-Feb.xml', document));
    expect(records).toBe(2);
    expect(rejections).toEqual([{ record: 'vulnerability 2', reason: 'no CVE id' }]);
    expect(
      await rows('select kb, severity, released_on, is_restart_required, classification from windows_updates'),
    ).toEqual([
      {
        kb: 5_031_234,
        severity: 'Critical',
        released_on: '2026-02-10',
        is_restart_required: true,
        classification: 'Security Update',
      },
    ]);
    expect(await rows('select kb, superseded_kb from windows_update_supersedes')).toEqual([
      { kb: 5_031_234, superseded_kb: 5_030_000 },
    ]);
    const table = `"DatePosted","CVE","BulletinKB","Title","AffectedProduct","AffectedComponent","Severity","Impact","Supersedes","Exploits"\r\n"20260210","CVE-2026-3001","5031234","x","Windows 11","","System.Object[]","Remote Code Execution","5029999",""\r\n"20260210","CVE-2026-3001","Release Notes","x","Windows 11, ""Arm""","","Important","","",""\r\n"20260210","","1","x","y","","","","",""\r\n`;
    const imported = await twice('windows-updates', write('wes.csv', table));
    expect(imported.rejections).toMatchObject([{ reason: 'no CVE id' }]);
    expect(await rows('select superseded_kb from windows_update_supersedes order by 1')).toHaveLength(2);
    expect(
      await rows(
        'select name, severity, impact, is_exploited, remedy from windows_product_cves join windows_products using (product_no) order by name',
      ),
    ).toEqual([
      { name: 'Windows 11', severity: 'Critical', impact: 'Remote Code Execution', is_exploited: true, remedy: '' },
      { name: 'Windows 11, "Arm"', severity: 'Important', impact: '', is_exploited: false, remedy: 'Release Notes' },
    ]);
  });

  it('an import that broke off is remembered, so that nothing it changed is missed', async () => {
    const broken = write('broken.xml', '<a><b></a>');
    await expect(read('msrc', broken)).rejects.toThrow('Not XML');
    expect((await read('msrc', join(folder, '2026-Feb.xml'))).isEverythingTouched).toBe(true);
    expect((await read('msrc', join(folder, '2026-Feb.xml'))).isEverythingTouched).toBe(false);
  });
});
