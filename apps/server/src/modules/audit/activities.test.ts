import { type Activity, activityLog } from '@patchkeep/contract/activity-log';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { sitePermission } from '@patchkeep/contract/rights';
import { tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';

let app: TestApp;
let admin: TestClient;
let tagUuid: string;
let groupUuid: string;
const later = (minutes: number) => (app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000));
const first = new Date('2026-11-15T09:00:00Z');
const at = (minutes: number) => new Date(first.getTime() + minutes * 60_000).toISOString();

/** A morning on a site: at a console, by a program, and by an agent. */
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn('admin');
  const tag = (await admin.call(tags.create, { body: { tagName: 'Reception' } })).body;
  tagUuid = tag.tagUuid;
  later(1);
  await admin.call(tags.update, {
    params: { id: tagUuid },
    body: { serialNumber: tag.serialNumber, tagName: 'Front desk' },
  });
  later(1);
  const token = await admin.call(apiTokens.create, { body: { name: 'nightly', permissions: 3, expiresInDays: 1 } });
  later(1);
  const asToken = { authorization: `Bearer ${token.body.secret}` };
  const made = await app.anonymous().call(groups.create, { body: { title: 'Servers' } }, asToken);
  groupUuid = made.body.groupUuid;
  const install = await admin.call(configuration.createInstallToken, {
    body: { name: 'floor 2', groupUuid, useCap: 1 },
  });
  later(1);
  await new TestAgent(app).enrol(install.body.secret);
});
afterAll(() => app.close());

const read = async (query: Parameters<typeof admin.call<typeof activityLog.account>>[1] = {}) =>
  (await admin.call(activityLog.account, query)).body;
const verbsOf = ({ activities }: { activities: Activity[] }) => activities.map(({ verb }) => verb);
const all = ['host.enrol', 'installToken.create', 'group.create', 'apiToken.create', 'tag.change', 'tag.create'];

describe('user activity', () => {
  it('tells who did what on the site and how, the newest first, with what it changed [ACT-02] [ACT-03]', async () => {
    const { activities, names } = await read();
    expect(verbsOf({ activities })).toEqual(all);
    const { userAccountUuid } = (await admin.ehlo()).body;
    const found = (verb: string) => activities.find((activity) => activity.verb === verb);
    expect(found('tag.change')).toMatchObject({
      sequenceNumber: 2,
      time: at(1),
      source: 'ui',
      userUuid: userAccountUuid,
      userName: 'admin@ours.example',
      objectKind: 'tag',
      objectId: tagUuid,
      objectName: 'Front desk',
      before: { tagName: 'Reception' },
      after: { tagName: 'Front desk' },
      ip: '127.0.0.1',
      instanceId: admin.instanceId,
    });
    expect(found('group.create')).toMatchObject({ source: 'api', userUuid: userAccountUuid, objectName: 'Servers' });
    expect(found('host.enrol')).toMatchObject({ source: 'agent', userUuid: null, userName: null });
    expect(found('installToken.create')).toMatchObject({ after: { groupUuid }, objectName: 'floor 2' });
    expect(names[groupUuid]).toBe('Servers');
  });

  it('goes back page by page, without a gap or a repetition, also among acts of one moment [ACT-03]', async () => {
    for (const limit of [1, 2, 4]) {
      const seen: number[] = [];
      let older: string | undefined;
      do {
        const page = await read({ query: { limit, ...(older !== undefined && { older }) } });
        seen.push(...page.activities.map(({ sequenceNumber }) => sequenceNumber));
        older = page.older ?? undefined;
      } while (older !== undefined);
      expect(seen).toEqual([6, 5, 4, 3, 2, 1]);
    }
    expect((await admin.call(activityLog.account, { query: { limit: 1, older: 'yesterday' } })).status).toBe(400);
  });

  it('is narrowed by person, verb, object and time', async () => {
    const { userAccountUuid } = (await admin.ehlo()).body;
    expect(verbsOf(await read({ query: { userUuid: userAccountUuid, limit: 50 } }))).toEqual(all.slice(1));
    expect(verbsOf(await read({ query: { by: 'people', limit: 50 } }))).toEqual(all.slice(1));
    expect(verbsOf(await read({ query: { by: 'hosts', limit: 50 } }))).toEqual(all.slice(0, 1));
    expect(verbsOf(await read({ query: { verb: 'tag.change', limit: 50 } }))).toEqual(['tag.change']);
    expect(verbsOf(await read({ query: { objectKind: 'tag', objectId: tagUuid, limit: 50 } }))).toEqual(all.slice(4));
    expect(verbsOf(await read({ query: { startTime: at(1), endTime: at(2), limit: 50 } }))).toEqual(all.slice(3, 5));
  });

  it('tells from which group hosts were moved, and what a change of approvals moved', async () => {
    const host = new TestAgent(app);
    const { secret } = (
      await admin.call(configuration.createInstallToken, { body: { name: 'x', groupUuid, useCap: 1 } })
    ).body;
    await host.enrol(secret);
    await admin.call(hosts.move, { body: { selection: { hosts: [host.agentUuid] }, groupUuid: null } });
    const body = { siteApprovals: [{ wuaKey: 'kb:10000' }], reason: 'Breaks the till' };
    await admin.call(approvalCalls.site.wua.change, { params: { type: 'block' }, body });
    const [blocked, moved] = (await read()).activities;
    expect(moved).toMatchObject({ verb: 'host.move', before: { groupUuid }, after: { groupUuid: null } });
    expect(blocked).toMatchObject({
      verb: 'approval.block',
      objectName: expect.stringContaining('Block'),
      before: { moves: [{ subject: 'kb:10000', mode: 'inherit' }] },
      after: { reason: 'Breaks the till', moves: [{ subject: 'kb:10000', mode: 'blocked' }] },
    });
  });

  it('is seen with the right to it, and only of the site the tab is on', async () => {
    expect((await (await app.signIn('reader')).call(activityLog.account)).status).toBe(200);
    const manager = await app.signIn('manager');
    expect((await manager.call(activityLog.account)).body.activities).toEqual([]);
    await app.database
      .pool('postgres')
      .query(`update site_members set permissions = permissions & ~$1::int`, [sitePermission.ViewLog]);
    expect((await (await app.signIn('reader')).call(activityLog.account)).status).toBe(403);
  });
});

describe('system activity', () => {
  it('tells what was done beyond one site, to system administrators alone [ACT-04]', async () => {
    const { activities, older } = (await admin.call(activityLog.system, { query: { limit: 1 } })).body;
    expect(activities).toHaveLength(1);
    const rest = (await admin.call(activityLog.system, { query: { limit: 200, older: older ?? '' } })).body;
    const [oldest] = rest.activities.slice(-1);
    expect(oldest).toMatchObject({ verb: 'session.login', userName: 'admin@ours.example', source: 'ui' });
    expect(verbsOf(rest)).not.toContain('tag.create');
    const manager = await app.signIn('manager');
    for (const endpoint of [activityLog.system, activityLog.systemChain, activityLog.systemCheckpoints])
      expect((await manager.call(endpoint)).status).toBe(403);
  });
});
