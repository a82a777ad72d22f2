import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';
import { chance } from '../../../testkit/hostile-names.ts';
import { jobTools, matchNew } from '../../../testkit/jobs.ts';
import { nvdFile, nvdRecord, readFeed, readFeedAt } from '../../../testkit/read-feed.ts';
import { matchStarter, rematch } from '../../catalog/public.ts';
import { readInventory } from '../../inventory/public.ts';
import { recount } from '../public.ts';
import { selectJudged } from '../verdicts/versions.queries.ts';

const pairs = process.env['FULL_SIZE'] === undefined ? 400 : 20_000;

const codes = [
  '',
  '{23170F69-40C1-2702-2408-000001000000}',
  '{23170f69-40c1-2702-2408-000001000000}',
  '{VLC-1}',
  'Acme',
];
const knownNames = ['7-Zip 23.01 (x64)', '7-ZIP 23.01 (x64)', 'VLC media player', 'Google Chrome', 'Packer'];
const unknownNames = ['Acme Tool', 'ACME TOOL', 'Acme Tool 1.2 (x64)', 'Acme', 'Acme\u0001Tool', 'Straße', 'STRASSE'];
const pools = {
  name: [...knownNames, ...unknownNames],
  publisher: ['Igor Pavlov', 'VideoLAN', 'Acme Inc.', 'ACME, Inc', 'Acme', 'Tool\u0001Acme', ''],
  version: ['', '', '23.01', '24.08.00.0', '1.4.2', '3.0.20', '1.4.2\u0001'],
  productCode: codes,
  fileVersion: ['', '23.01', '26.00', '3.0.20', '1.4.2'],
};
type Field = keyof typeof pools;
const fields = Object.keys(pools) as Field[];

/** Reports of a customer, and for each of them one of another customer that is nearly the same. */
const reportsOf = (count: number, seed: number): { ours: SoftwareCopy[]; theirs: SoftwareCopy[] } => {
  const next = chance(seed);
  const pick = (field: Field): string => pools[field][Math.floor(next() * pools[field].length)] ?? '';
  const ours: SoftwareCopy[] = [];
  const theirs: SoftwareCopy[] = [];
  for (let i = 0; i < count; i++) {
    const one = Object.fromEntries(fields.map((field) => [field, pick(field)])) as Record<Field, string>;
    // Half of them are the same software again and again, the others are new each time.
    if (next() < 0.5) one.name += ` ${i}`;
    const other = { ...one };
    for (let changes = Math.floor(next() * 3); changes >= 0; changes--) {
      const field = fields[Math.floor(next() * fields.length)] ?? 'name';
      other[field] = pick(field);
    }
    ours.push({ ...one, scope: 'machine', source: 'msi' });
    theirs.push({ ...other, scope: 'machine', source: next() < 0.5 ? 'msi' : 'exe' });
  }
  return { ours, theirs };
};

const manifest = (id: string, version: string, code: string): string =>
  `PackageIdentifier: ${id}\nPackageVersion: "${version}"\nInstallers:\n- Architecture: x64\n  InstallerUrl: https://x.example/x.msi\n  InstallerSha256: ${'ab'.repeat(32)}\n  ProductCode: '${code}'\n`;

/** A catalogue in which a code, a name and a version each lead to another verdict. */
const fillCatalogue = async (app: TestApp): Promise<void> => {
  const db = globalQueries(app.database.pool('patchkeep_worker'));
  await matchStarter(db, app.clock.now);
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-foreign-'));
  for (const [id, version, code] of [
    ['7zip.7zip', '24.08', codes[1]],
    ['VideoLAN.VLC', '3.0.20', '{VLC-1}'],
    ['Acme.Suite', '2.0', 'Acme'],
  ] as const) {
    mkdirSync(join(folder, id, version), { recursive: true });
    writeFileSync(join(folder, id, version, `${id}.installer.yaml`), manifest(id, version, code ?? ''));
  }
  await readFeedAt(db, 'winget', folder, app.clock.now);
  rmSync(folder, { recursive: true });
  const until = (id: string, product: string, version: string) =>
    nvdRecord(id, product, { versionEndExcluding: version });
  const records = [
    until('CVE-2026-0001', '7-zip:7-zip', '24.09'),
    until('CVE-2026-0002', 'videolan:vlc_media_player', '3.0.21'),
  ];
  await readFeed(db, 'nvd', nvdFile(...records), app.clock.now);
};

/** So many are sent by one host: an upload of the most a host may send takes seconds on a busy machine. */
const softwarePerHost = 1_000;

/** A customer's hosts, each with a part of its reports. */
const report = async (app: TestApp, token: string, software: readonly SoftwareCopy[]): Promise<TestAgent[]> => {
  const agents: TestAgent[] = [];
  for (let at = 0; at < software.length; at += softwarePerHost) {
    const agent = new TestAgent(app);
    await agent.enrol(token);
    agent.software = software.slice(at, at + softwarePerHost);
    let { status } = await agent.upload();
    // A server that is busy says so, and a host tries again.
    for (let tries = 0; status === 503 && tries < 5; tries++) ({ status } = await agent.upload());
    if (status !== 200) throw new Error(`An upload was answered with ${status}`);
    agents.push(agent);
  }
  await matchNew(app);
  return agents;
};

/** All that the customer sees of its software, in a fixed order; only the numbers of rows are left out. */
const seenBy = async (app: TestApp, agents: readonly TestAgent[]): Promise<string[]> => {
  const pool = app.database.pool('patchkeep_api');
  const lines: string[] = [];
  const admin = app.database.pool('postgres');
  for (const { agentUuid, customerUuid: customerId } of agents) {
    const { rows } = await admin.query<{ host_no: number }>('select host_no from hosts where host_id = $1', [
      agentUuid,
    ]);
    const hostNo = rows[0]?.host_no ?? 0;
    await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      const stored = await readInventory(tx, customerId, hostNo);
      const judged = await selectJudged(tx, customerId, stored?.versionIds ?? []);
      const verdictOf = new Map(judged.map(({ version_id, application_id: _id, ...said }) => [version_id, said]));
      for (const { versionId, ...copy } of stored?.copies ?? [])
        lines.push(JSON.stringify([hostNo, copy, verdictOf.get(versionId)]));
    });
  }
  return lines.toSorted();
};

/** What customer `ours` sees in the end, beside another customer who reports before and after it, or alone. */
const whatOursSees = async (seed: number, isAlone: boolean): Promise<string[]> => {
  const app = await testApp();
  try {
    await fillCatalogue(app);
    const manager = await app.signIn('manager');
    const stranger = await app.signIn('stranger');
    const body = { name: 'all', useCap: 100 };
    const ourToken = (await manager.call(configuration.createInstallToken, { body })).body.secret;
    const theirToken = (await stranger.call(configuration.createInstallToken, { body })).body.secret;
    const { ours, theirs } = reportsOf(pairs, seed);
    const half = Math.ceil(theirs.length / 2);
    if (!isAlone) await report(app, theirToken, theirs.slice(0, half));
    const agents = await report(app, ourToken, ours);
    if (!isAlone) await report(app, theirToken, theirs.slice(half));
    // Everything is judged anew from time to time; who came first must not matter then either.
    await rematch(globalQueries(app.database.pool('patchkeep_worker')), app.clock.now);
    await recount.run({ customerId: manager.customerId ?? '' }, jobTools(app));
    const { body: listed } = await manager.call(applications.list, { query: { limit: 200 } });
    const shown = listed.applications.map(({ applicationId: _id, ...said }) => JSON.stringify(said));
    return [...(await seenBy(app, agents)), `${listed.total} applications`, ...shown.toSorted()];
  } finally {
    await app.close();
  }
};

describe('what other customers report', () => {
  it('changes no byte of what a customer sees of its own software', { timeout: 900_000 }, async () => {
    const alone = await whatOursSees(1, true);
    const beside = await whatOursSees(1, false);
    expect(alone.length).toBeGreaterThan(pairs / 2);
    // The reports are worth comparing only when the catalogue has something to say about them.
    for (const expected of ['"productCode"', '"name"', '"none"'])
      expect(alone.some((line) => line.includes(`"identified_by":${expected}`))).toBe(true);
    expect(alone.some((line) => line.includes('"status":2'))).toBe(true);
    const different = beside.filter((line, i) => line !== alone[i]);
    expect(different.slice(0, 5)).toEqual([]);
    expect(beside).toHaveLength(alone.length);
  });
});
