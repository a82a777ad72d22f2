import { search } from '@patchkeep/contract/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type FleetWorld, fleetWorld } from '../../../testkit/fleet-world.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 1);
  // The name that the agent chose holds random letters, which a search of this file could find.
  await world.sql(`update hosts set host_name = 'LT-ORIGIN', sort_name = 'lt-origin' where host_id = $1`, [
    world.agents[0]?.agentUuid,
  ]);
  // Copies of the one host.
  const columns = `customer_id, site_id, hardware_hash, os_family, os_name, os_version, os_architecture, agent_version,
    time_zone, users, free_disk_bytes, last_boot_at, enrolled_at, inspect_revision, inspected_revision`;
  await world.sql(
    `insert into hosts (host_id, host_no, host_name, sort_name, public_key, ${columns})
     select gen_random_uuid(), 1000000 + n, name, lower(name), '\\x00', ${columns}
     from hosts, generate_series(1, 20000) n, format('LT-CPH-%s', lpad(n::text, 5, '0')) name where host_id = $1`,
    [world.agents[0]?.agentUuid],
  );
  await world.sql('analyze hosts');
});
afterAll(() => app.close());

const find = async (q: string, as = manager) => {
  const { body } = await as.call(search.find, { query: { q } });
  return { hosts: body.hosts.map(({ hostName }) => hostName), applications: body.applications.map(({ name }) => name) };
};

describe('the search among 20,000 hosts', () => {
  it.each([
    ['lt-cph-00412', ['LT-CPH-00412']],
    ['00412', ['LT-CPH-00412']],
    ['ltcph00412', ['LT-CPH-00412']],
    ['cph 00412', ['LT-CPH-00412']],
    ['lt-chp-00412', ['LT-CPH-00412']],
    ['tl-cph-00412', ['LT-CPH-00412']],
    ['lt-cph-20412', ['LT-CPH-02412']],
    ['lt-cph-99412', []],
  ])('finds %s', async (q, names) => expect((await find(q)).hosts).toEqual(names));

  it('answers with eight rows at most, those that begin with it first', async () => {
    expect((await find('lt')).hosts).toHaveLength(8);
    expect((await find('0012')).hosts).toEqual([
      'LT-CPH-00120',
      'LT-CPH-00121',
      'LT-CPH-00122',
      'LT-CPH-00123',
      'LT-CPH-00124',
      'LT-CPH-00125',
      'LT-CPH-00126',
      'LT-CPH-00127',
    ]);
  });

  it.each([
    ['alpha', 'Alpha Editor'],
    ['editor', 'Alpha Editor'],
    ['bravoplayer', 'Bravo Player'],
    ['chralie', 'Charlie Viewer'],
    ['viewre', 'Charlie Viewer'],
    ['echho', 'Echo Notes'],
    ['detla', 'Delta Reader'],
  ])('finds the application by %s', async (q, name) => expect((await find(q)).applications).toEqual([name]));

  it('takes signs of a pattern for what they are', async () => {
    for (const q of ['%%%%', '____', '\\\\\\\\', 'a%b_', 'l_c%']) {
      const found = await find(q);
      expect([q, found.hosts, found.applications]).toEqual([q, [], []]);
    }
  });

  it('stays in the site, whatever the way of matching', async () => {
    const stranger = await app.signIn('stranger');
    for (const q of ['lt-cph', '00412', 'ltcph00412', 'lt-chp-00412', 'alpha', 'bravoplayer', 'chralie'])
      expect(await find(q, stranger)).toEqual({ hosts: [], applications: [] });
  });
});
