import { randomUUID } from 'node:crypto';
import { goals } from '@patchkeep/contract/goals';
import { hostTargets } from '@patchkeep/contract/host-targets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { importVouched, signingApp } from '../../testkit/signed-packages.ts';
import { planGoals } from './goals.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
const alpha = 'alpha-editor';
const bravo = 'bravo-player';

beforeAll(async () => {
  const signing = await signingApp();
  app = signing.app;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 5);
  for (const channelTag of [alpha, bravo])
    await importVouched(app, signing.signer, { channelTag, version: '3.0', isInstallable: true });
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  await world.sql('delete from tasks');
  await world.sql('delete from goals where customer_id = $1', [world.customerId]);
  for (let at = 0; at < 5; at++) await world.upload(at, []);
});

const idsOf = (...ats: number[]) => ats.map((at) => (world.agents[at] as TestAgent).agentUuid);
const make = async (title: string, more: object, ...tags: string[]) => {
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const actions = tags.map((channelTag, at) => ({ channelTag, actionType: 'Install', priority: -at }));
  const { body } = await manager.call(goals.deploy, { body: { title, actions, ...more } as never });
  await planGoals.run({}, jobTools(app));
  return body.goalUuid ?? '';
};
const ask = async (query: object, client = manager) => {
  const { status, body } = await client.call(hostTargets.list, { query: query as never });
  return { status, ...body };
};
/** `1 Editors alpha-editor waits` */
const listed = async (query: object) =>
  (await ask(query)).targets.flatMap((target) =>
    target.actions.map((each) => {
      const at = world.agents.findIndex((agent) => agent.agentUuid === target.agentUuid);
      return `${at} ${target.goalTitle} ${each.channelTag} ${each.verdict}`;
    }),
  );

describe('host targets', () => {
  it('tell what shall be on each host, by which job, why it is a target, and how far it is', async () => {
    const tag = await world.makeTag('Course');
    await world.assignHost(1, null, [tag]);
    await world.upload(1, ['Bravo Player 3']);
    await make('Players', { tags: [tag] }, bravo);
    const goalUuid = await make('Editors', { hosts: idsOf(0), tags: [tag] }, alpha, bravo);
    expect(await listed({})).toEqual([
      `0 Editors ${alpha} waits`,
      `0 Editors ${bravo} waits`,
      `1 Editors ${alpha} waits`,
      `1 Editors ${bravo} achieved`,
    ]);
    // A job that is completed wants nothing any more; whoever asks sees it too.
    expect((await listed({ showStatus: 'all' })).at(-1)).toBe(`1 Players ${bravo} achieved`);
    const [first, second] = (await ask({})).targets;
    expect(first).toMatchObject({
      goalUuid,
      goalState: 'active',
      agentUuid: idsOf(0)[0],
      via: ['host'],
      actions: [{ title: 'Alpha Editor', actionType: 'Install', version: null, next: null }, {}],
    });
    expect(first?.actions[0]?.cause).toBe('The host gets it at its next check-in.');
    expect(second?.via).toEqual(['tag']);
  });

  it('are narrowed by job, application, state, host, group and tag', async () => {
    const [tag, group] = [await world.makeTag('Lab tag'), await world.makeGroup('Lab')];
    await world.assignHost(2, group, []);
    await world.assignHost(3, null, [tag]);
    await world.upload(3, ['Alpha Editor 3']);
    const players = await make('Players', { hosts: idsOf(2) }, bravo);
    await make('Editors', { hosts: idsOf(2, 3) }, alpha);
    expect(await listed({ goalUuid: players })).toEqual([`2 Players ${bravo} waits`]);
    expect(await listed({ channelTag: alpha })).toEqual([`2 Editors ${alpha} waits`, `3 Editors ${alpha} achieved`]);
    expect(await listed({ verdict: 'achieved' })).toEqual([`3 Editors ${alpha} achieved`]);
    expect(await listed({ agentUuid: idsOf(3)[0] })).toEqual([`3 Editors ${alpha} achieved`]);
    expect(await listed({ groupUuid: group })).toEqual([`2 Editors ${alpha} waits`, `2 Players ${bravo} waits`]);
    expect(await listed({ tagUuid: tag })).toEqual([`3 Editors ${alpha} achieved`]);
    expect(await listed({ groupUuid: group, tagUuid: tag })).toEqual([]);
    await manager.call(goals.abort, { body: { goals: [players] } as never });
    expect(await listed({ showStatus: 'stopped' })).toEqual([`2 Players ${bravo} held`]);
    await world.sql('update goals set is_completed = true where goal_id = $1', [players]);
    expect(await listed({ groupUuid: group })).toEqual([`2 Editors ${alpha} waits`]);
    for (const query of [{ groupUuid: randomUUID() }, { tagUuid: randomUUID() }, { agentUuid: randomUUID() }])
      expect((await ask(query)).status).toBe(404);
  });

  it('come a page at a time, each once, whatever a page holds', async () => {
    await make('Players', { hosts: idsOf(0, 1, 2) }, bravo);
    await make('Editors', { hosts: idsOf(1, 2, 3, 4) }, alpha);
    const all = await listed({});
    expect(all).toHaveLength(7);
    for (const limit of [1, 2, 3, 4, 7]) {
      const seen: string[] = [];
      let pages = 0;
      let cursor: string | null = null;
      do {
        const query: object = { limit, ...(cursor !== null && { cursor }) };
        seen.push(...(await listed(query)));
        ({ nextCursor: cursor } = await ask(query));
        pages += 1;
      } while (cursor !== null);
      expect([limit, seen, pages]).toEqual([limit, all, Math.ceil(7 / limit)]);
    }
    const written = (value: string, id: string) => Buffer.from(JSON.stringify([value, id])).toString('base64url');
    for (const cursor of ['x', written('2026-11-15T09:00:00Z', randomUUID()), written('never 1', randomUUID())])
      expect((await ask({ cursor })).status).toBe(400);
  });

  it('are those of the site alone, for whoever may look at its jobs', async () => {
    await make('Editors', { hosts: idsOf(0) }, alpha);
    const admin = await app.signIn('admin');
    const mine = (await manager.ehlo()).body.currentSite?.siteAccountUuid;
    const other = (await admin.ehlo()).body.sites.find(({ siteAccountUuid }) => siteAccountUuid !== mine);
    await enterSite(admin, other?.siteName ?? '');
    expect((await ask({}, admin)).targets).toEqual([]);
    expect((await ask({ agentUuid: idsOf(0)[0] }, admin)).status).toBe(404);
  });
});
