import { configuration } from '@patchkeep/contract/configuration';
import { variantCode, variantOfCode, variantOfCopy } from '@patchkeep/rules/software/variant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { type Tx, withTenant } from '../../platform/db/tenant.ts';
import { copy, TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { listHoldersOf, readInventory } from './public.ts';

const listHolders = async (tx: Tx, customerId: string, versionId: number): Promise<number[]> =>
  (await listHoldersOf(tx, customerId, [versionId])).get(versionId) ?? [];

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  const manager = await app.signIn('manager');
  token = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1_000 } })).body.secret;
});
afterAll(() => app.close());

const enrolled = async () => {
  const agent = new TestAgent(app);
  await agent.enrol(token);
  return agent;
};
const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool('postgres').query(text, values)).rows;
const numberOf = async (agent: TestAgent): Promise<number> =>
  (await sql('select host_no from hosts where host_id = $1', [agent.agentUuid]))[0].host_no;
const inTenant = <T>(agent: TestAgent, work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(app.database.pool('patchkeep_api'), { customerId: agent.customerUuid, siteIds: [], actorId: null }, work);

/** A host stands in the list of exactly those variants that its copies have. */
const assertVariantsInStep = async () => {
  // The rows of the stranger that tests must never see hold no facts.
  const ours = (await sql(`select distinct customer_id from copy_kinds where jsonb_typeof(facts) = 'object'`)).map(
    (row) => row.customer_id,
  );
  const kinds = new Map(
    (
      await sql('select customer_id, copy_no, version_id, facts from copy_kinds where customer_id = any($1)', [ours])
    ).map((row) => [`${row.customer_id} ${row.copy_no}`, `${row.version_id} ${variantCode(variantOfCopy(row.facts))}`]),
  );
  const forward = (
    await sql('select * from host_inventories where has_variants and customer_id = any($1)', [ours])
  ).flatMap((row) =>
    [...unpackNumbers(row.copy_nos), ...((row.user_copies ?? []) as [number][]).map(([copyNo]) => copyNo)].map(
      (copyNo) => `${row.customer_id} ${row.host_no} ${kinds.get(`${row.customer_id} ${copyNo}`)}`,
    ),
  );
  const reverse = (await sql('select * from version_holders where customer_id = any($1)', [ours])).flatMap((row) =>
    unpackNumbers(row.host_nos).map((hostNo) => `${row.customer_id} ${hostNo} ${row.version_id} ${row.variant}`),
  );
  expect(reverse.toSorted()).toEqual([...new Set(forward)].toSorted());
};

/** Every posting list equals what the inventories say, and the other way round. */
const assertInStep = async () => {
  const pairs = (rows: { customer_id: string; key: number; list: Buffer }[], isReverse: boolean): string[] =>
    rows
      .flatMap((row) =>
        unpackNumbers(row.list).map((n) =>
          [row.customer_id, isReverse ? n : row.key, isReverse ? row.key : n].join(' '),
        ),
      )
      .toSorted();
  const forward = pairs(
    await sql('select customer_id, host_no as key, version_ids as list from host_inventories'),
    false,
  );
  const reverse = pairs(
    await sql('select customer_id, version_id as key, host_nos as list from version_holders'),
    true,
  );
  // Copies of several variants stand in several lists.
  expect([...new Set(reverse)]).toEqual(forward);
  await assertVariantsInStep();
};

describe('inventory upload', () => {
  it('keeps the applications with their versions, and per copy its scope, path and file version [HOST-01]', async () => {
    const agent = await enrolled();
    agent.software = [
      copy('7-Zip', '24.07', { path: 'C:\\Program Files\\7-Zip', fileVersion: '24.7.0.0', productCode: '{23170F69}' }),
      copy('Zoom', '6.2', { scope: 'user', user: 'ana', source: 'exe' }),
      copy('Zoom', '6.2', { scope: 'user', user: 'bo', source: 'exe' }),
      copy('Signal', '7.1', { scope: 'user', user: 'ana', source: 'exe', path: 'C:\\Users\\ana.dk\\AppData\\Signal' }),
    ];
    expect((await agent.upload()).status).toBe(200);
    const stored = await inTenant(agent, async (tx) => readInventory(tx, agent.customerUuid, await numberOf(agent)));
    expect(stored?.versions.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual([
      '7-Zip 24.07',
      'Signal 7.1',
      'Zoom 6.2',
    ]);
    expect(stored?.copies).toHaveLength(4);
    expect(stored?.copies).toContainEqual(
      expect.objectContaining({ user: 'ana', path: 'C:\\Users\\ana.dk\\AppData\\Signal' }),
    );
    expect(stored?.copies).toContainEqual(
      expect.objectContaining({ scope: 'machine', path: 'C:\\Program Files\\7-Zip', fileVersion: '24.7.0.0' }),
    );
    expect(stored?.versionIds).toEqual(stored?.versionIds.toSorted((a, b) => a - b));
  });

  it('is asked for only when the server holds another one', async () => {
    const agent = await enrolled();
    agent.software = [copy('Git', '2.50')];
    expect((await agent.checkIn()).body.isInventoryWanted).toBe(true);
    await agent.upload();
    expect((await agent.checkIn()).body.isInventoryWanted).toBe(false);
    agent.software = [copy('Git', '2.51')];
    expect((await agent.checkIn()).body.isInventoryWanted).toBe(true);
  });

  it('follows an upgrade: the new version gains the host, the old one loses it', async () => {
    const agent = await enrolled();
    agent.software = [copy('Editor', '1.0'), copy('Player', '3.0')];
    await agent.upload();
    agent.software = [copy('Editor', '1.1'), copy('Player', '3.0')];
    await agent.upload();
    const hostNo = await numberOf(agent);
    const ids = new Map(
      (await sql(`select name || ' ' || version as name, version_id from software_versions`)).map((row) => [
        row.name,
        row.version_id,
      ]),
    );
    const holders = (name: string) => inTenant(agent, (tx) => listHolders(tx, agent.customerUuid, ids.get(name)));
    expect(await holders('Editor 1.0')).not.toContain(hostNo);
    expect(await holders('Editor 1.1')).toContain(hostNo);
    expect(await holders('Player 3.0')).toContain(hostNo);
    await assertInStep();
  });

  it('follows the variants of copies, of the machine and of users, also where only the variant changes', async () => {
    const agent = await enrolled();
    const tool = (more: Parameters<typeof copy>[2]) => copy('Tool', '1', { productCode: 'tool', ...more });
    agent.software = [tool({ architecture: 'x64' }), tool({ architecture: 'x86', source: 'exe' })];
    await agent.upload();
    await assertInStep();
    agent.software = [
      tool({ architecture: 'x86', source: 'exe', path: 'C:\\Tool' }),
      tool({ architecture: 'x86', source: 'exe', path: 'D:\\Tool' }),
      tool({ scope: 'user', user: 'ana' }),
    ];
    await agent.upload();
    await assertInStep();
    agent.software = agent.software.slice(1);
    await agent.upload();
    await assertInStep();
    const hostNo = await numberOf(agent);
    const [{ version_id: id }] = await sql(`select version_id from software_versions where name = 'Tool'`);
    expect(await inTenant(agent, (tx) => listHolders(tx, agent.customerUuid, id))).toEqual([hostNo]);
    expect(
      (await sql('select variant from version_variants where version_id = $1 order by variant', [id])).map((row) =>
        variantOfCode(row.variant),
      ),
    ).toEqual([
      { scope: 'user', family: 'msi' },
      { scope: 'machine', architecture: 'x86', family: 'exe' },
      { scope: 'machine', architecture: 'x64', family: 'msi' },
    ]);
  });

  it('moves a host from before variants were known to the lists of its variants', async () => {
    const agent = await enrolled();
    agent.software = [copy('Elder', '1', { architecture: 'x64' })];
    await agent.upload();
    const hostNo = await numberOf(agent);
    await sql('update host_inventories set has_variants = false where host_no = $1', [hostNo]);
    await sql(
      `update version_holders set variant = 0
       where version_id in (select version_id from software_versions where name = 'Elder')`,
    );
    agent.software = [...agent.software, copy('Newer', '1')];
    expect((await agent.upload()).status).toBe(200);
    await assertInStep();
  });

  it('keeps both directions in step when many hosts upload at once, shared and new software mixed', async () => {
    const agents = [];
    for (let i = 0; i < 25; i++) agents.push(await enrolled());
    for (let round = 0; round < 3; round++) {
      for (const [i, agent] of agents.entries())
        agent.software = [
          copy('Shared', `${round}`),
          copy('Common', '1'),
          copy(`Only-${i}`, `${round}`),
          ...(i % 2 ? [copy('Odd', '1')] : []),
        ];
      const statuses = await Promise.all(agents.map(async (agent) => (await agent.upload()).status));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    await assertInStep();
    expect((await sql(`select count(*)::int as n from software_versions where name = 'Common'`))[0].n).toBe(1);
  });

  it('keeps the path of a version once for all users and hosts that share it', async () => {
    for (const user of ['ana', 'bo']) {
      const agent = await enrolled();
      agent.software = [
        copy('Shared path', '1', { scope: 'user', user, source: 'exe', path: `C:\\Users\\${user}\\AppData\\Shared` }),
      ];
      await agent.upload();
    }
    const kinds = await sql(
      `select facts->>'path' as path from copy_kinds join software_versions using (version_id) where name = 'Shared path'`,
    );
    expect(kinds).toEqual([{ path: 'C:\\Users\\<user>\\AppData\\Shared' }]);
  });

  it('refuses a body that does not come to its hash, and stores nothing of it', async () => {
    const agent = await enrolled();
    agent.software = [copy('Trusted', '1')];
    expect((await agent.upload({ hash: '0'.repeat(64) })).status).toBe(400);
    expect(await sql('select * from host_inventories where host_no = $1', [await numberOf(agent)])).toEqual([]);
  });

  it('refuses what is no text from one host, and takes what others send in the same moment', async () => {
    const agents = [];
    for (let i = 0; i < 8; i++) agents.push(await enrolled());
    const [nul, half, ...others] = agents;
    if (!nul || !half) throw new Error('There are eight');
    nul.software = [copy('Nul\0Soft', '1')];
    half.software = [copy('Half', '1', { path: 'C:\\\ud83d' })];
    for (const agent of others) agent.software = [copy('Neighbour', '1')];
    const statuses = await Promise.all(agents.map(async (agent) => (await agent.upload()).status));
    expect(statuses).toEqual([400, 400, ...others.map(() => 200)]);
  });

  it('keeps facts of a host without what a database cannot hold', async () => {
    const agent = await enrolled();
    agent.facts = { ...agent.facts, hostName: 'LT\0-1', users: ['ana\ud83d'] };
    expect((await agent.upload()).status).toBe(200);
    expect(await sql('select host_name, users from hosts where host_id = $1', [agent.agentUuid])).toEqual([
      { host_name: 'LT-1', users: ['ana\ufffd'] },
    ]);
  });

  it('remembers that a requested inspection was done', async () => {
    const agent = await enrolled();
    const { body } = await agent.checkIn();
    expect(body.inspectRevision).toBe(1);
    agent.software = [copy('Anything', '1')];
    await agent.upload({ inspectedRevision: body.inspectRevision });
    expect(
      (await sql('select inspected_revision from hosts where host_id = $1', [agent.agentUuid]))[0].inspected_revision,
    ).toBe(1);
  });

  it('keeps customers apart: the same software, no shared host', async () => {
    const stranger = await app.signIn('stranger');
    const theirs = new TestAgent(app);
    await theirs.enrol(
      (await stranger.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body.secret,
    );
    const ours = await enrolled();
    for (const agent of [ours, theirs]) {
      agent.software = [copy('Same', '1')];
      await agent.upload();
    }
    const [{ version_id: id }] = await sql(`select version_id from software_versions where name = 'Same'`);
    expect(await inTenant(ours, (tx) => listHolders(tx, ours.customerUuid, id))).toEqual([await numberOf(ours)]);
    expect(await inTenant(ours, (tx) => listHolders(tx, theirs.customerUuid, id))).toEqual([]);
  });
});
