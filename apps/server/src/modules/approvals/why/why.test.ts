import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { changeSets } from '@patchkeep/contract/change-sets';
import type { Call } from '@patchkeep/contract/endpoint';
import { why } from '@patchkeep/contract/why';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { signingApp, vouchForAll } from '../../../testkit/signed-packages.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let office: string;
let desk: string;
let kiosk: string;
let till: string;
const hostCount = 8;
beforeAll(async () => {
  const { app: signing, signer } = await signingApp();
  app = signing;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, hostCount);
  await vouchForAll(app, signer);
  office = await world.makeGroup('Office');
  desk = await world.makeGroup('Desk', office);
  kiosk = await world.makeTag('Kiosk');
  till = await world.makeTag('Till');
  const security = 'Security Updates';
  for (let at = 0; at < hostCount; at++) {
    world.offer(at, at < 4 ? [{ kb: 5_100_001, classification: security }] : []);
    await world.upload(at, [`Alpha Editor ${1 + (at % 3)}`, ...(at < 5 ? ['Bravo Player 1'] : [])]);
    const tagUuids = [...(at % 2 === 0 ? [kiosk] : []), ...(at % 4 === 0 ? [till] : [])];
    await world.assignHost(at, [null, office, desk][at % 3] ?? null, tagUuids);
  }
  await world.count();
});
afterAll(() => app.close());

const alpha = { channelTag: 'alpha-editor' };
const update = { wuaKey: 'kb:5100001' };
const hostId = (at: number) => world.agents[at]?.agentUuid ?? '';
const decide = async (changes: Call<typeof approvals.applyChanges>['body']['changes']) => {
  const { status, body } = await manager.call(approvals.applyChanges, { body: { changes } });
  if (status !== 200) throw new Error(`Not decided: ${status} ${JSON.stringify(body)}`);
};
const explain = async (at: number, query: { channelTag?: string; wuaKey?: string } = alpha) =>
  (await manager.call(why.explain, { params: { id: hostId(at) }, query })).body;
const at = (level: 'site' | 'group' | 'tag', scope: object, type: SomeChange['type'], more: object = {}) =>
  ({ level, kind: 'app', type, ...alpha, ...scope, ...more }) as SomeChange;

describe('why', () => {
  it('says what happens on a host, who decided, whom that beat, and who said nothing [APPR-05] [APPR-06]', async () => {
    await decide([
      at('site', {}, 'automate'),
      at('group', { groupUuid: office }, 'block'),
      at('tag', { tagUuid: kiosk }, 'approve', { version: '2.0' }),
    ]);
    // Host 4 has 2.0, is in Office, and is tagged Kiosk and Till.
    const told = await explain(4);
    expect(told).toMatchObject({
      name: 'Alpha Editor',
      installedVersions: ['2.0'],
      newestVersion: '3.0',
      verdict: { action: 'stay', reason: 'blocked', level: 'group', scopeUuid: office, scopeName: 'Office' },
    });
    expect(told.verdict.sentence).toContain('Office');
    expect(told.trace.map((step) => [step.level, step.scopeName, step.role])).toEqual([
      ['group', 'Office', 'wins'],
      ['tag', 'Kiosk', 'beaten'],
      ['tag', 'Till', 'silent'],
      ['site', 'Beta', 'beaten'],
      ['system', 'System', 'silent'],
    ]);
    expect(told.trace[0]).toMatchObject({ mode: 'blocked', by: 'manager@ours.example' });
    // Host 0 has 1.0, no group, and is tagged Kiosk and Till.
    expect((await explain(0)).verdict).toMatchObject({ action: 'update', reason: 'approved', toVersion: '2.0' });
    // Host 3 has 1.0, no group, no tag.
    expect((await explain(3)).verdict).toMatchObject({
      action: 'update',
      reason: 'auto',
      toVersion: '3.0',
      level: 'site',
    });
  });

  it('asks the classification of a Windows update, and before it the update itself', async () => {
    const wua = (wuaKey: string, type: SomeChange['type']) => ({ level: 'site', kind: 'wua', type, wuaKey }) as const;
    await decide([wua('class:security updates', 'automate')]);
    expect((await explain(0, update)).verdict).toMatchObject({ action: 'update', level: 'site' });
    await decide([wua('kb:5100001', 'block')]);
    const told = await explain(0, update);
    expect(told.verdict).toMatchObject({ action: 'stay', reason: 'blocked' });
    expect(told.trace.filter((step) => step.level === 'site').map((step) => [step.isByClass, step.role])).toEqual([
      [false, 'wins'],
      [true, 'beaten'],
    ]);
  });

  it('answers for everything on a host at once, as it does one by one', async () => {
    for (let host = 0; host < hostCount; host++) {
      const { approvals: all } = (await manager.call(why.ofHost, { params: { id: hostId(host) } })).body;
      expect(all.map((each) => each.channelTag ?? each.wuaKey)).toContain('alpha-editor');
      for (const { channelTag, wuaKey, verdict } of all)
        expect(verdict).toEqual(
          (await explain(host, channelTag === null ? { wuaKey: wuaKey ?? '' } : { channelTag })).verdict,
        );
    }
  });

  it('spreads over all hosts exactly as each host is told', async () => {
    const told: string[] = [];
    for (let host = 0; host < hostCount; host++) {
      const { action, reason, toVersion, scopeName } = (await explain(host)).verdict;
      told.push(JSON.stringify([action, reason, toVersion, scopeName]));
    }
    const spread = (await manager.call(why.spread, { query: alpha })).body;
    const spoken = spread.outcomes.flatMap(({ action, reason, toVersion, scopeName, hosts }) =>
      Array.from({ length: hosts }, () => JSON.stringify([action, reason, toVersion, scopeName])),
    );
    expect(spread.hosts).toBe(hostCount);
    expect(spoken.toSorted()).toEqual(told.toSorted());
    const inOffice = (await manager.call(why.spread, { query: { ...alpha, groupUuid: office } })).body;
    expect(inOffice.hosts).toBe(5);
    const tagged = (await manager.call(why.spread, { query: { ...alpha, tagUuid: till } })).body;
    expect(tagged.hosts).toBe(2);
  });

  it('wants one subject, and a host of the site', async () => {
    const params = { id: hostId(0) };
    expect((await manager.call(why.explain, { params, query: {} })).status).toBe(400);
    expect((await manager.call(why.explain, { params, query: { channelTag: 'nothing' } })).status).toBe(404);
    const reader = await app.signIn('reader');
    expect((await reader.call(why.explain, { params, query: alpha })).status).toBe(404);
  });
});

describe('a preview of a Windows update', () => {
  it('leaves out the hosts that an administrator decided for alone', async () => {
    const [found] = world.agents[0]?.windowsUpdates?.offers ?? [];
    const said = await manager.call(windowsUpdates.decide, {
      body: { agentUuid: hostId(0), updates: [{ foundUpdateUuid: found?.foundUpdateUuid ?? '', isApproved: true }] },
    } as never);
    expect(said.status).toBe(200);
    for (const type of ['disable', 'block', 'automate', 'block'] as const) {
      const changes = [{ level: 'site', kind: 'wua', type, ...update } as SomeChange];
      const shown = (await manager.call(approvals.previewChanges, { body: { changes } })).body;
      const before = (await explain(0, update)).verdict;
      await decide(changes);
      expect((await explain(0, update)).verdict).toEqual(before);
      expect([type, shown.hosts, shown.sampleHosts.map(({ uuid }) => uuid).includes(hostId(0))]).toEqual([
        type,
        3,
        false,
      ]);
    }
  });
});

describe('a preview of anything', () => {
  it('names as many hosts as another decision then holds for, and undo brings back what held before', async () => {
    let seed = 20_261_115;
    const draw = <T>(all: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      return all[seed % all.length] as T;
    };
    const scopes = [
      { level: 'site' },
      { level: 'group', groupUuid: office },
      { level: 'group', groupUuid: desk },
      { level: 'tag', tagUuid: kiosk },
      { level: 'tag', tagUuid: till },
    ] as const;
    const subjects = [
      { kind: 'app', channelTag: 'alpha-editor' },
      { kind: 'app', channelTag: 'bravo-player' },
      { kind: 'wua', wuaKey: 'kb:5100001' },
      { kind: 'wua', wuaKey: 'class:security updates' },
    ] as const;
    /** What is decided for every host about everything it has or misses, whoever decided it. */
    const everybody = async () => {
      const told: string[] = [];
      for (let host = 0; host < hostCount; host++) {
        const held = [alpha, ...(host < 5 ? [{ channelTag: 'bravo-player' }] : []), ...(host < 4 ? [update] : [])];
        const winners = [];
        for (const subject of held) {
          const winner = (await explain(host, subject)).trace.find((step) => step.role === 'wins');
          // A classification is approved as it was that day.
          const day = winner?.isByClass && winner.mode === 'manual' ? winner.at : null;
          winners.push([winner?.mode, winner?.version, day]);
        }
        told.push(JSON.stringify(winners));
      }
      return told;
    };
    let touched = 0;
    for (let round = 0; round < 20; round++) {
      const subject = draw(subjects);
      const type = draw(['approve', 'automate', 'disable', 'block'] as const);
      const version = type === 'approve' && subject.kind === 'app' ? { version: draw(['1.0', '2.0', '3.0']) } : {};
      const changes = [{ ...draw(scopes), ...subject, type, ...version } as SomeChange];
      const isOverridingBelow = draw([true, false]);
      const before = await everybody();
      const shown = (await manager.call(approvals.previewChanges, { body: { changes, isOverridingBelow } })).body;
      const made = await manager.call(approvals.applyChanges, { body: { changes, isOverridingBelow } });
      expect([round, made.status]).toEqual([round, 200]);
      const after = await everybody();
      const moved = after.filter((told, host) => told !== before[host]).length;
      expect([round, shown.hosts, made.body.changeSet.hosts]).toEqual([round, moved, moved]);
      touched += shown.hosts;
      if (round % 3 === 0 && made.body.changeSet.isUndoable) {
        const { changeSetUuid } = made.body.changeSet;
        await manager.call(changeSets.undo, { params: { id: changeSetUuid }, body: {} });
        expect([round, await everybody()]).toEqual([round, before]);
      }
    }
    expect(touched).toBeGreaterThan(15);
  });
});
