import { randomUUID } from 'node:crypto';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { restartDefaults } from '@patchkeep/contract/restarts';
import { rolePreset } from '@patchkeep/contract/rights';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';

let app: TestApp;
let manager: TestClient;
let agent: TestAgent;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  const token = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body.secret;
  agent = new TestAgent(app);
  await agent.enrol(token);
});
afterAll(() => app.close());

const newGroup = async (title: string, parentUuid: string | null = null) =>
  (await manager.call(groups.create, { body: { title, parentUuid } })).body;
const newTag = async (tagName: string, kind: 1 | 2 = 1) =>
  (await manager.call(tags.create, { body: { tagName, tagKind: kind } })).body;
const siteOf = async (client: TestClient, name: string) =>
  (await client.ehlo()).body.sites.find((site) => site.siteName === name)?.siteAccountUuid ?? '';

describe('groups', () => {
  it('are made, read, renamed, moved and deleted; parents make a tree [GRP-01] [GRP-02] [GRP-03] [GRP-04]', async () => {
    const sales = await newGroup('Sales');
    const nordic = await newGroup('Nordic', sales.uuid);
    expect(nordic).toMatchObject({ groupUuid: nordic.uuid, parentUuid: sales.uuid, title: 'Nordic', hostCount: 0 });
    const renamed = await manager.call(groups.update, {
      params: { id: nordic.uuid },
      body: { title: 'Nordics', serialNumber: 1 },
    });
    expect(renamed.body).toMatchObject({ title: 'Nordics', parentUuid: sales.uuid, serialNumber: 2 });
    const moved = await manager.call(groups.update, {
      params: { id: nordic.uuid },
      body: { parentUuid: null, serialNumber: 2 },
    });
    expect(moved.body.parentUuid).toBeNull();
    expect((await manager.call(groups.read, { params: { id: nordic.uuid } })).body.title).toBe('Nordics');
    expect((await manager.call(groups.remove, { params: { id: nordic.uuid } })).status).toBe(200);
    expect((await manager.call(groups.read, { params: { id: nordic.uuid } })).status).toBe(404);
  });

  it('keep their tree a tree, and their names apart', async () => {
    const top = await newGroup('Top');
    const below = await newGroup('Below', top.uuid);
    const intoItself = await manager.call(groups.update, {
      params: { id: top.uuid },
      body: { parentUuid: below.uuid, serialNumber: 1 },
    });
    expect(intoItself.status).toBe(400);
    expect((await manager.call(groups.create, { body: { title: 'TOP' } })).status).toBe(400);
    expect((await manager.call(groups.create, { body: { title: 'x', parentUuid: randomUUID() } })).status).toBe(404);
    expect(
      (await manager.call(groups.update, { params: { id: top.uuid }, body: { title: 'y', serialNumber: 9 } })).status,
    ).toBe(409);
  });

  it('say where their hosts go when they are deleted; sub-groups move up', async () => {
    const old = await newGroup('Old');
    const next = await newGroup('Next');
    const under = await newGroup('Under', old.uuid);
    await manager.call(hosts.move, { body: { selection: { hosts: [agent.agentUuid] }, groupUuid: old.uuid } });
    expect((await manager.call(groups.read, { params: { id: old.uuid } })).body.hostCount).toBe(1);
    await manager.call(groups.remove, { params: { id: old.uuid }, query: { moveHostsTo: next.uuid } });
    expect((await manager.call(hosts.read, { params: { id: agent.agentUuid } })).body.groupName).toBe('Next');
    expect((await manager.call(groups.read, { params: { id: under.uuid } })).body.parentUuid).toBeNull();
  });

  it('list and inspect the hosts in them and below [GRP-06] [GRP-07]', async () => {
    const outer = await newGroup('Outer');
    const inner = await newGroup('Inner', outer.uuid);
    await manager.call(hosts.move, { body: { selection: { hosts: [agent.agentUuid] }, groupUuid: inner.uuid } });
    const { body } = await manager.call(groups.hosts, { params: { id: outer.uuid } } as never);
    expect(body.hosts.map((host) => host.uuid)).toEqual([agent.agentUuid]);
    expect((await manager.call(groups.inspect, { params: { id: outer.uuid } })).body).toEqual({
      success: true,
      count: 1,
    });
    const counted = (await manager.call(groups.list)).body.groups.find((group) => group.uuid === outer.uuid);
    expect(counted).toMatchObject({ hostCount: 0, totalHostCount: 1 });
  });

  it('asks in a named site for the right the caller has there', async () => {
    const alpha = await siteOf(manager, 'alpha');
    const { userAccountUuid } = (await manager.ehlo()).body;
    const setBits = (bits: number) =>
      app.database
        .pool('postgres')
        .query('update site_members set permissions = $1 where user_id = $2 and site_id = $3', [
          bits,
          userAccountUuid,
          alpha,
        ]);
    const params = { site: alpha, id: randomUUID() };
    await setBits(rolePreset['Read-Only']);
    expect((await manager.call(groups.createAt, { params, body: { title: 'Refused' } })).status).toBe(403);
    await setBits(rolePreset.Administer);
    expect((await manager.call(groups.createAt, { params, body: { title: 'Allowed' } })).status).toBe(200);
    expect((await manager.call(groups.removeAt, { params })).status).toBe(200);
  });

  it('can be reached in a named site by who may, with the rights held there [GRP-05]', async () => {
    const alpha = await siteOf(manager, 'alpha');
    const id = randomUUID();
    const params = { site: alpha, id };
    expect((await manager.call(groups.createAt, { params, body: { title: 'Elsewhere' } })).body).toMatchObject({
      uuid: id,
      title: 'Elsewhere',
    });
    expect((await manager.call(groups.readAt, { params })).status).toBe(200);
    expect((await manager.call(groups.read, { params: { id } })).status).toBe(404);
    expect(
      (await manager.call(groups.updateAt, { params, body: { title: 'There', serialNumber: 1 } })).body.title,
    ).toBe('There');
    const closed = await siteOf(await app.signIn('admin'), 'Closed');
    expect(
      (await manager.call(groups.createAt, { params: { site: closed, id: randomUUID() }, body: { title: 'x' } }))
        .status,
    ).toBe(404);
    expect((await manager.call(groups.removeAt, { params })).status).toBe(200);
  });
});

describe('tags', () => {
  it('are made, read, changed and deleted, with restart settings where they are restart tags [TAG-01] [TAG-02] [TAG-03]', async () => {
    const directoryTag = randomUUID();
    const basic = await newTag('Pilot');
    expect(basic).toMatchObject({ tagName: 'Pilot', tagKind: 1, restartSettings: null });
    const restart = await newTag('Night', 2);
    expect(restart.restartSettings).toEqual(restartDefaults);
    const settings = { secondsUntilForce: 7_200, snoozeSeconds: 900 };
    const changed = await manager.call(tags.update, {
      params: { id: restart.tagUuid },
      body: { tagName: 'Nights', restartSettings: settings, serialNumber: 1 },
    });
    expect(changed.body).toMatchObject({ tagName: 'Nights', restartSettings: { ...restartDefaults, ...settings } });
    expect(
      (await manager.call(tags.update, { params: { id: restart.tagUuid }, body: { serialNumber: 1 } })).status,
    ).toBe(409);
    expect((await manager.call(tags.remove, { params: { id: restart.tagUuid } })).status).toBe(200);
    expect((await manager.call(tags.read, { params: { id: restart.tagUuid } })).status).toBe(404);
    expect(tagKind).toEqual({ BasicTag: 1, RestartTag: 2, AzureGroupTag: 32_768 });
    expect((await manager.call(tags.create, { body: { tagName: 'x', tagKind: 32_768 } })).status).toBe(400);
    // The directory makes tags of its groups; they are read as what they are.
    await app.database.pool('postgres').query(
      `insert into tags (customer_id, site_id, tag_id, kind, name, serial_number, created_at)
       select customer_id, site_id, $2, 32768, 'Sales of the directory', 1, now() from tags where tag_id = $1`,
      [basic.tagUuid, directoryTag],
    );
    const { tags: all } = (await manager.call(tags.list)).body;
    expect(all.find(({ tagUuid }) => tagUuid === directoryTag)).toMatchObject({
      tagKind: 32_768,
      restartSettings: null,
    });
    const ofKind = (await manager.call(tags.listOfKind, { params: { type: '32768' } } as never)).body.tags;
    expect(ofKind.map(({ tagUuid }) => tagUuid)).toEqual([directoryTag]);
    expect((await manager.call(tags.create, { body: { tagName: 'x', tagKind: 4 } } as never)).status).toBe(400);
  });

  it('can be reached by kind [TAG-04]', async () => {
    const made = await manager.call(tags.createOfKind, {
      params: { type: '2' },
      body: { tagName: 'By kind' },
    } as never);
    const { tagUuid } = made.body;
    const listed = async (type: string) =>
      (await manager.call(tags.listOfKind, { params: { type } } as never)).body.tags.map((tag) => tag.tagUuid);
    expect(await listed('2')).toContain(tagUuid);
    expect(await listed('1')).not.toContain(tagUuid);
    const change = { tagUuid, tagName: 'Other', serialNumber: 1 };
    expect((await manager.call(tags.updateOfKind, { params: { type: '1' }, body: change } as never)).status).toBe(404);
    expect((await manager.call(tags.updateOfKind, { params: { type: '2' }, body: change } as never)).body.tagName).toBe(
      'Other',
    );
    expect((await manager.call(tags.removeOfKind, { params: { type: '2' }, query: { tagUuid } } as never)).status).toBe(
      200,
    );
  });

  it('can be reached in a named site [TAG-05]', async () => {
    const params = { site: await siteOf(manager, 'alpha'), id: randomUUID() };
    expect((await manager.call(tags.createAt, { params, body: { tagName: 'There' } })).body.tagUuid).toBe(params.id);
    expect((await manager.call(tags.readAt, { params })).status).toBe(200);
    expect(
      (await manager.call(tags.updateAt, { params, body: { tagName: 'Then', serialNumber: 1 } })).body.tagName,
    ).toBe('Then');
    expect((await manager.call(tags.removeAt, { params })).status).toBe(200);
    expect((await manager.call(tags.readAt, { params })).status).toBe(404);
  });

  it('are put on and taken off many hosts at once, and list their hosts [TAG-06] [TAG-07] [TAG-08]', async () => {
    const [one, two] = [await newTag('One'), await newTag('Two')];
    const ofHost = async () =>
      (await manager.call(tags.ofHost, { params: { id: agent.agentUuid } })).body.tags.map((tag) => tag.tagName);
    const change = (addTags: string[], removeTags: string[]) =>
      manager.call(tags.changeHosts, { body: { hosts: [agent.agentUuid], addTags, removeTags, response: 'hosts' } });
    expect((await change([one.tagUuid], [])).body).toMatchObject({ success: true, count: 1 });
    expect(await ofHost()).toEqual(['One']);
    await change([two.tagUuid], [one.tagUuid]);
    expect(await ofHost()).toEqual(['Two']);
    expect((await manager.call(tags.hosts, { params: { id: two.tagUuid } } as never)).body.total).toBe(1);
    expect((await manager.call(tags.inspect, { params: { id: two.tagUuid } })).body.count).toBe(1);
    expect((await change([randomUUID()], [])).status).toBe(404);
    expect((await manager.call(tags.read, { params: { id: two.tagUuid } })).body.hostCount).toBe(1);
  });

  it('find their hosts in order, be they few or many', async () => {
    const tag = await newTag('Wide');
    const pool = app.database.pool('postgres');
    // Copies of the one host, more than a list begins with; every second of them holds the tag.
    const columns = `site_id, group_id, hardware_hash, os_family, os_name, os_version, os_architecture, agent_version,
      time_zone, users, free_disk_bytes, last_boot_at, enrolled_at, inspect_revision, inspected_revision`;
    await pool.query(
      `insert into hosts (customer_id, host_id, host_no, host_name, sort_name, public_key, ${columns})
       select customer_id, gen_random_uuid(), 1000000 + n, 'WIDE-' || lpad(n::text, 5, '0'), 'wide-' || lpad(n::text, 5, '0'),
         '\\x00', ${columns}
       from hosts, generate_series(1, 10200) n where host_id = $1`,
      [agent.agentUuid],
    );
    await pool.query(
      `insert into host_tags (customer_id, site_id, tag_id, host_id)
       select customer_id, site_id, $1, host_id from hosts where sort_name like 'wide-%' and host_no % 2 = 0`,
      [tag.tagUuid],
    );
    // So many rows at once come by no other way; in use, statistics follow them.
    await pool.query('analyze hosts, host_tags');
    const page = async (order: 'asc' | 'desc') => {
      const query = { tagUuid: tag.tagUuid, order, limit: '3' };
      const { body } = await manager.call(hosts.list, { query } as never);
      return [body.total, ...body.hosts.map((host) => host.hostName)];
    };
    expect(await page('asc')).toEqual([5_100, 'WIDE-00002', 'WIDE-00004', 'WIDE-00006']);
    expect(await page('desc')).toEqual([5_100, 'WIDE-10200', 'WIDE-10198', 'WIDE-10196']);
    await pool.query(
      `delete from host_tags t using hosts h where h.host_id = t.host_id and t.tag_id = $1 and h.sort_name < 'wide-01001'`,
      [tag.tagUuid],
    );
    expect(await page('asc')).toEqual([4_600, 'WIDE-01002', 'WIDE-01004', 'WIDE-01006']);
    expect(await page('desc')).toEqual([4_600, 'WIDE-10200', 'WIDE-10198', 'WIDE-10196']);
  });
});
