import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { results } from '@patchkeep/contract/results';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools, matchNew } from '../../../testkit/jobs.ts';
import { nvdFile, nvdRecord, readFeed } from '../../../testkit/read-feed.ts';
import { matchStarter } from '../../catalog/public.ts';
import { recount } from '../public.ts';

const [early, late] = ['CVE-2026-0001', 'CVE-2026-0002'];
let app: TestApp;
let manager: TestClient;
let agent: TestAgent;

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  const db = globalQueries(jobTools(app).pool);
  await matchStarter(db, app.clock.now);
  const below = (id: string, version: string) => nvdRecord(id, '7-zip:7-zip', { versionEndExcluding: version });
  await readFeed(db, 'nvd', nvdFile(below(early, '24.07'), below(late, '26.02')), app.clock.now);
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body;
  agent = new TestAgent(app);
  await agent.enrol(secret);
  agent.software = [
    { ...copy('7-Zip 23.01 (x64)', '23.01'), publisher: 'Igor Pavlov' },
    { ...copy('7-Zip 25.00 (x64)', '25.00'), publisher: 'Igor Pavlov' },
    { ...copy('7-Zip', 'nightly build'), publisher: 'Igor Pavlov' },
    copy('Acme Ledger', '1.4.2'),
  ];
  await agent.upload();
  await matchNew(app);
  await recount.run({ customerId: manager.customerId ?? '' }, jobTools(app));
});
afterAll(() => app?.close());

const find = async (name: string) => {
  const { body } = await manager.call(applications.list, { query: { q: name } });
  return body.applications[0]?.applicationId ?? 0;
};

describe('the fix of a CVE', () => {
  it('is the first version that this CVE does not reach, whatever others do', async () => {
    const { body } = await manager.call(applications.issues, { query: { applicationId: await find('7-zip') } });
    expect(body.issues.map(({ cveId, fixedVersion }) => [cveId, fixedVersion]).toSorted()).toEqual([
      [early, '24.07'],
      [late, '26.02'],
    ]);
    const pages = await Promise.all(
      [early, late].map((id) => manager.call(applications.cve, { params: { id } } as never)),
    );
    expect(pages.map((page) => page.body.software.map((row) => row.fixedVersion))).toEqual([['24.07'], ['26.02']]);
  });

  it('of a version that has both is the later one', async () => {
    const { body } = await manager.call(applications.versions, { query: { applicationId: await find('7-zip') } });
    expect(body.versions.map((row) => [row.version, row.issues, row.fixedVersion])).toEqual([
      ['25.00', 1, '26.02'],
      ['23.01', 2, '26.02'],
      ['nightly build', 0, null],
    ]);
  });
});

describe('what cannot be judged', () => {
  it('says so with the reason: the software is unknown, or its version cannot be read', async () => {
    const of = async (name: string) =>
      (await manager.call(applications.versions, { query: { applicationId: await find(name) } })).body.versions.map(
        (row) => [row.version, row.status, row.notJudged],
      );
    expect(await of('7-zip')).toEqual([
      ['25.00', 'insecure', null],
      ['23.01', 'insecure', null],
      ['nightly build', 'ok', 'unreadable'],
    ]);
    expect(await of('acme')).toEqual([['1.4.2', 'ok', 'unknown']]);
    const { body } = await manager.call(results.ofHost, { params: { id: agent.agentUuid } });
    const rows = body.applications.flatMap(({ versions }) => versions.map((row) => [row.version, row.notJudged]));
    expect(Object.fromEntries(rows)).toEqual({
      '25.00': null,
      '23.01': null,
      'nightly build': 'unreadable',
      '1.4.2': 'unknown',
    });
  });
});
