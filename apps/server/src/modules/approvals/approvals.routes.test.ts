import type { ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import { approvalCalls, approvalCallsOfSite, approvals } from '@patchkeep/contract/approvals';
import { approvalSettings, changeSets } from '@patchkeep/contract/change-sets';
import { groups } from '@patchkeep/contract/groups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../platform/db/global.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from '../../testkit/approval-world.ts';
import { markWorkInProgress } from '../catalog/public.ts';

let app: TestApp;
let manager: TestClient;
let admin: TestClient;
let world: ApprovalWorld;
let siteId: string;
let office: string;
let desk: string;
let kiosk: string;
const security = 'Security Updates';
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  world = await approvalWorld(app, manager, 6);
  office = await world.makeGroup('Office');
  desk = await world.makeGroup('Desk', office);
  kiosk = await world.makeTag('Kiosk');
  for (const at of [0, 1]) world.offer(at, [{ kb: 5_100_001, classification: security }]);
  world.offer(2, [{ kb: 5_100_002, classification: 'Drivers' }]);
  for (const at of [0, 1, 2]) await world.upload(at, ['Alpha Editor 1', 'Bravo Player 2']);
  for (const at of [3, 4, 5]) await world.upload(at, ['Alpha Editor 2']);
  await world.assignHost(0, office);
  await world.assignHost(1, desk);
  await world.assignHost(2, null, [kiosk]);
  await world.count();
  admin = await app.signIn('admin');
  await enterSite(admin, 'Beta');
  // The only system administrator may do without a second person.
  await admin.call(approvalSettings.update, { body: { level: 'system', isFourEyesRequired: false, serialNumber: 0 } });
});
afterAll(() => app.close());

const at = (level: ApprovalLevel) =>
  ({ system: {}, site: {}, group: { groupUuid: office }, tag: { tagUuid: kiosk } })[level];
const by = (level: ApprovalLevel) => (level === 'system' ? admin : manager);

/** Makes one change, with its preview where it is wide. */
const change = async (
  level: ApprovalLevel,
  type: string,
  item: Record<string, unknown>,
  more: Record<string, unknown> = {},
) => {
  const kind: ApprovalKind = 'wuaKey' in item ? 'wua' : 'app';
  const calls = approvalCalls[level][kind];
  const body = { [`${level}Approvals`]: [{ ...at(level), ...item }], ...more };
  const { body: preview, status } = await by(level).call(calls.preview, { params: { type }, body });
  if (status !== 200) return { status, body: preview as never };
  return by(level).call(calls.change, { params: { type }, body: { ...body, previewToken: preview.previewToken } });
};
const list = async (level: ApprovalLevel, kind: ApprovalKind = 'app', query: Record<string, string> = {}) =>
  (await by(level).call(approvalCalls[level][kind].list, { query: { ...at(level), ...query } as never })).body;
const rowOf = async (level: ApprovalLevel, name: string, kind: ApprovalKind = 'app') =>
  (await list(level, kind)).approvals.find((row) => row.name === name);
const alpha = { channelTag: 'alpha-editor' };
const bravo = { channelTag: 'bravo-player' };
const kb = { wuaKey: 'kb:5100001' };
const levels = ['system', 'site', 'group', 'tag'] as const;

describe('an approval', () => {
  it('is made, taken back, automated and blocked at every level, for both kinds [APPR-01] [APPR-02] [APPR-03] [APPR-04] [APPR-25] [APPR-26]', async () => {
    for (const level of levels)
      for (const subject of [alpha, kb])
        for (const [type, status] of [
          ['approve', 'up-to-date'],
          ['automate', 'auto'],
          ['block', 'blocked'],
          ['disable', 'disabled'],
        ] as const) {
          const { status: answered, body } = await change(level, type, subject);
          expect([level, type, answered]).toEqual([level, type, 200]);
          expect(body.approvals[0]).toMatchObject({ level, status, kind: 'wuaKey' in subject ? 'wua' : 'app' });
        }
  });

  it('is stored as one of five shapes, and its flags follow from it [APPR-07]', async () => {
    await change('site', 'approve', { ...alpha, version: '2.0' });
    expect(await rowOf('site', 'Alpha Editor')).toMatchObject({
      status: 'out-of-date',
      isEnabled: true,
      isAutoUpdate: false,
      isBlocked: false,
      isUpToDate: false,
      isDummy: false,
      approvedVersion: '2.0',
      newestVersion: '3.0',
      channelTag: 'alpha-editor',
      groupApprovalUuid: null,
      tagApprovalUuid: null,
    });
    await change('site', 'block', alpha);
    expect(await rowOf('site', 'Alpha Editor')).toMatchObject({ status: 'blocked', isBlocked: true, isEnabled: true });
    await change('site', 'disable', alpha);
    const disabled = await rowOf('site', 'Alpha Editor');
    expect(disabled).toMatchObject({ status: 'disabled', isEnabled: false, isDummy: false, approvedVersion: null });
    expect(disabled?.serialNumber).toBeGreaterThan(0);
    expect(await rowOf('site', 'Bravo Player')).toMatchObject({ status: 'disabled', isDummy: true, serialNumber: 0 });
  });

  it('leaves what is not decided here to the scope above, and says which', async () => {
    await change('system', 'block', bravo);
    expect(await rowOf('site', 'Bravo Player')).toMatchObject({
      status: 'disabled',
      systemDefault: 'blocked',
      inherited: { status: 'blocked', level: 'system', scopeUuid: null, scopeName: 'System' },
    });
    await change('site', 'automate', bravo);
    const below = await rowOf('tag', 'Bravo Player');
    expect(below).toMatchObject({
      status: 'disabled',
      siteDefault: 'auto',
      systemDefault: 'blocked',
      inherited: { status: 'auto', level: 'site', scopeUuid: siteId, scopeName: 'Beta' },
    });
    await change('group', 'approve', { ...bravo, version: '2.0' });
    const { body } = await manager.call(approvals.lookup, { body: { channelTags: ['bravo-player'], groupUuid: desk } });
    expect(body.approvals[0]?.inherited).toMatchObject({ level: 'group', scopeName: 'Office', version: '2.0' });
  });

  it('counts what scopes below decided for themselves [APPR-09]', async () => {
    await change('tag', 'block', bravo);
    expect((await rowOf('site', 'Bravo Player'))?.overrides).toEqual({
      auto: 0,
      blocked: 1,
      manual: 1,
      outOfDate: 1,
      upToDate: 0,
      inherit: 1,
    });
    expect((await rowOf('system', 'Bravo Player'))?.overrides).toMatchObject({ auto: 1, inherit: 2 });
    expect((await rowOf('group', 'Bravo Player'))?.overrides).toMatchObject({ inherit: 1, auto: 0 });
    expect((await rowOf('tag', 'Bravo Player'))?.overrides).toMatchObject({ inherit: 0 });
  });

  it('takes the decisions below along when asked to', async () => {
    const { body } = await change('site', 'automate', bravo, { isOverridingBelow: true });
    expect(body.changeSet.changes.map((each) => [each.level, each.after.status]).toSorted()).toEqual([
      ['group', 'disabled'],
      ['tag', 'disabled'],
    ]);
    expect((await rowOf('site', 'Bravo Player'))?.overrides).toMatchObject({ inherit: 3 });
    for (const level of ['site', 'system'] as const) await change(level, 'disable', bravo);
  });

  it('refuses a type nobody knows, and a version the application does not have [APPR-21]', async () => {
    const unknown = await manager.call(approvalCalls.site.app.change, {
      params: { type: 'enable' },
      body: { siteApprovals: [alpha] },
    });
    expect([unknown.status, (unknown.body as { message?: string }).message]).toEqual([
      400,
      'Invalid approval update type',
    ]);
    expect((await change('site', 'approve', { ...alpha, version: '99.0' })).status).toBe(400);
    expect((await change('site', 'block', { ...alpha, version: '2.0' })).status).toBe(400);
    expect((await change('site', 'block', { channelTag: 'no-such-channel' })).status).toBe(404);
    const twice = { params: { type: 'block' }, body: { siteApprovals: [alpha, alpha] } };
    expect((await manager.call(approvalCalls.site.app.change, twice)).status).toBe(400);
    const both = { siteApprovals: [alpha], groupApprovals: [{ ...alpha, groupUuid: office }] };
    const mixed = await manager.call(approvalCalls.site.app.change, { params: { type: 'block' }, body: both });
    expect(mixed.status).toBe(400);
  });

  it('has options of its own at every level, named by what it is about or by its id [APPR-24] [APPR-28]', async () => {
    for (const level of levels)
      for (const subject of [alpha, kb]) {
        const kind = 'wuaKey' in subject ? 'wua' : 'app';
        const made = (await change(level, 'automate', subject)).body.approvals[0];
        const id = level === 'group' ? 'groupApprovalUuid' : level === 'tag' ? 'tagApprovalUuid' : undefined;
        const named = id === undefined ? subject : { [id]: made?.[id] };
        const serialNumber = made?.serialNumber ?? 0;
        const body = { ...named, serialNumber, options: { delayDays: 7, note: 'Wait a week' } };
        const { options } = approvalCalls[level][kind];
        const changed = await by(level).call(options, { body: body as never });
        expect([level, kind, changed.status]).toEqual([level, kind, 200]);
        expect(changed.body).toMatchObject({ options: { delayDays: 7, note: 'Wait a week' }, status: 'auto' });
        const nameless = await by(level).call(options, { body: { serialNumber, options: {} } });
        expect([nameless.status, (nameless.body as { message?: string }).message]).toEqual([
          400,
          'Missing approval identifier',
        ]);
        expect((await by(level).call(options, { body: body as never })).status).toBe(409);
        await change(level, 'disable', subject);
      }
  });
});

describe('a list of approvals', () => {
  it('has what hosts of the scope have, and what is decided there, at four levels [APPR-29]', async () => {
    const names = async (level: ApprovalLevel) =>
      (await list(level)).approvals.map((row) => [row.name, row.hosts, row.installedVersions]);
    expect(await names('system')).toEqual([
      ['Alpha Editor', 6, 2],
      ['Bravo Player', 3, 1],
    ]);
    expect(await names('site')).toEqual(await names('system'));
    expect(await names('group')).toEqual([
      ['Alpha Editor', 2, 1],
      ['Bravo Player', 2, 1],
    ]);
    expect(await names('tag')).toEqual([
      ['Alpha Editor', 1, 1],
      ['Bravo Player', 1, 1],
    ]);
    await change('tag', 'block', { channelTag: 'echo-notes' });
    expect((await names('tag')).at(-1)).toEqual(['Echo Notes', 0, 0]);
    await change('tag', 'disable', { channelTag: 'echo-notes' });
    expect((await rowOf('site', 'Bravo Player'))?.installedVersion).toBe('2.0');
  });

  it('has Windows updates by article and by classification [APPR-11] [APPR-12]', async () => {
    const rows = (await list('site', 'wua')).approvals;
    expect(rows.map((row) => [row.wuaKey, row.kbArticle, row.hosts, row.channelTag])).toEqual(
      expect.arrayContaining([
        ['class:security updates', null, 2, null],
        ['kb:5100001', 'KB5100001', 2, null],
        ['kb:5100002', 'KB5100002', 1, null],
      ]),
    );
    expect(new Set(rows.map((row) => row.approvalKey)).size).toBe(rows.length);
    expect((await list('group', 'wua')).approvals.map((row) => [row.wuaKey, row.hosts])).toEqual(
      expect.arrayContaining([['kb:5100001', 2]]),
    );
    expect((await list('tag', 'wua')).approvals.map((row) => row.wuaKey)).toEqual(['class:drivers', 'kb:5100002']);
    await change('site', 'automate', { wuaKey: 'class:Security Updates' });
    const update = (await list('site', 'wua')).approvals.find((row) => row.wuaKey === 'kb:5100001');
    expect(update).toMatchObject({ status: 'disabled', inherited: { status: 'auto', level: 'site' } });
    await change('site', 'disable', { wuaKey: 'class:security updates' });
  });

  it('is filtered, sorted and paged on the server, and counts all rows by status [APPR-36]', async () => {
    await change('site', 'approve', { ...alpha, version: '1.0' });
    const filtered = await list('site', 'app', { approvalStatus: 'out-of-date' });
    expect(filtered.approvals.map((row) => row.name)).toEqual(['Alpha Editor']);
    expect([filtered.total, filtered.counts]).toEqual([
      1,
      { auto: 0, blocked: 0, 'up-to-date': 0, 'out-of-date': 1, disabled: 1 },
    ]);
    expect((await list('site', 'app', { q: 'brav' })).approvals.map((row) => row.name)).toEqual(['Bravo Player']);
    expect((await list('site', 'app', { sort: 'hosts', order: 'desc' })).approvals.map((row) => row.hosts)).toEqual([
      6, 3,
    ]);
    for (const order of ['asc', 'desc']) {
      const first = await list('site', 'app', { limit: '1', order });
      const second = await list('site', 'app', { limit: '1', order, cursor: first.nextCursor ?? '' });
      const names = [...first.approvals, ...second.approvals].map((row) => row.name);
      expect(order === 'asc' ? names : names.toReversed()).toEqual(['Alpha Editor', 'Bravo Player']);
      expect(second.nextCursor).toBeNull();
    }
    await change('site', 'disable', alpha);
  });

  it('brings what groups and tags decided along when asked [APPR-29]', async () => {
    await change('group', 'block', alpha);
    await change('tag', 'automate', alpha);
    const levelsBelow = async (query: Record<string, string>) =>
      (await list('site', 'app', query)).below.map((each) => each.level);
    expect(await levelsBelow({})).toEqual([]);
    expect(await levelsBelow({ recursive: 'true' })).toEqual(['group']);
    expect(await levelsBelow({ includeTagApprovals: 'true' })).toEqual(['tag']);
    expect((await levelsBelow({ recursive: 'true', includeTagApprovals: 'true' })).toSorted()).toEqual([
      'group',
      'tag',
    ]);
    expect((await list('site', 'app', { hasOverrides: 'true' })).total).toBe(1);
    expect((await list('site', 'app', { hasOverrides: 'false' })).total).toBe(1);
    for (const level of ['group', 'tag'] as const) await change(level, 'disable', alpha);
  });
});

describe('a look-up', () => {
  it('finds approvals of named applications and updates at one scope [APPR-30] [APPR-31]', async () => {
    await change('tag', 'block', alpha);
    const ofTag = await manager.call(approvals.lookup, {
      body: { channelTags: ['alpha-editor', 'nothing'], tagUuid: kiosk },
    });
    expect(ofTag.body.approvals.map((each) => [each.channelTag, each.level, each.status])).toEqual([
      ['alpha-editor', 'tag', 'blocked'],
    ]);
    const updates = await manager.call(approvals.lookupUpdates, { body: { wuaKeys: ['kb:5100001', 'kb:7777777'] } });
    expect(updates.body.approvals.map((each) => [each.wuaKey, each.level, each.status])).toEqual([
      ['kb:5100001', 'site', 'disabled'],
      ['kb:7777777', 'site', 'disabled'],
    ]);
  });

  it('shows where two scopes decide differently', async () => {
    const query = { leftLevel: 'site', rightLevel: 'tag', rightUuid: kiosk } as const;
    const { rows } = (await manager.call(approvals.compare, { query })).body;
    expect(rows.map((row) => [row.subject, row.left.status, row.right.status])).toEqual([
      ['alpha-editor', 'disabled', 'blocked'],
    ]);
    await change('tag', 'disable', alpha);
    expect((await manager.call(approvals.compare, { query })).body.rows).toEqual([]);
  });
});

describe('a site named by the path', () => {
  it('is decided for by a system administrator from anywhere, and by nobody else [APPR-27]', async () => {
    const elsewhere = await app.signIn('admin');
    expect((await elsewhere.ehlo()).body.currentSite?.siteAccountUuid).not.toBe(siteId);
    for (const [level, item] of [
      ['site', alpha],
      ['group', { ...alpha, groupUuid: office }],
      ['tag', { ...alpha, tagUuid: kiosk }],
    ] as const) {
      const calls = approvalCallsOfSite[level].app;
      const given = { params: { site: siteId, type: 'block' }, body: { [`${level}Approvals`]: [item] } as never };
      expect((await manager.call(calls.change, given)).status).toBe(403);
      const { status, body } = await elsewhere.call(calls.change, given);
      expect([status, body.changeSet.siteUuid, body.approvals[0]?.status]).toEqual([200, siteId, 'blocked']);
      const query = { groupUuid: office, tagUuid: kiosk };
      const listed = await elsewhere.call(calls.list, { params: { site: siteId }, query: query as never });
      expect(listed.body.approvals.find((row) => row.channelTag === 'alpha-editor')?.status).toBe('blocked');
      await change(level, 'disable', alpha);
    }
  });
});

describe('a group that is deleted', () => {
  it('takes its decisions with it', async () => {
    const lab = await world.makeGroup('Lab');
    const body = { groupApprovals: [{ ...alpha, groupUuid: lab }] };
    const { changeSet } = (await manager.call(approvalCalls.group.app.change, { params: { type: 'block' }, body }))
      .body;
    expect((await rowOf('site', 'Alpha Editor'))?.overrides.blocked).toBe(1);
    await manager.call(groups.remove, { params: { id: lab }, query: { moveHostsTo: 'none' } });
    expect((await rowOf('site', 'Alpha Editor'))?.overrides.blocked).toBe(0);
    const [{ n }] = await world.sql('select count(*)::int as n from approvals where group_id = $1', [lab]);
    expect(n).toBe(0);
    const id = changeSet.changeSetUuid;
    expect((await manager.call(changeSets.read, { params: { id } })).body.changeSet.isUndoable).toBe(false);
    expect((await manager.call(changeSets.undo, { params: { id }, body: {} })).status).toBe(409);
  });
});

describe('who may not', () => {
  it('reads but does not change, and sees nothing of another site', async () => {
    const reader = await app.signIn('reader');
    expect((await reader.call(approvalCalls.site.app.list)).body.approvals).toEqual([]);
    const given = { params: { type: 'block' }, body: { siteApprovals: [alpha] } };
    expect((await reader.call(approvalCalls.site.app.change, given)).status).toBe(403);
    expect((await manager.call(approvalCalls.system.app.list)).status).toBe(403);
    const foreign = { params: { type: 'block' }, body: { groupApprovals: [{ ...alpha, groupUuid: office }] } };
    const other = await app.signIn('admin');
    await enterSite(other, 'alpha');
    expect((await other.call(approvalCalls.group.app.change, foreign)).status).toBe(404);
  });
});

describe('an application that is work-in-progress', () => {
  it('is marked by the operator, in every list, and automating it warns before [APPR-20]', async () => {
    const db = globalQueries(app.database.pool('patchkeep_worker'));
    const marks = () =>
      Promise.all(levels.map(async (level) => (await rowOf(level, 'Bravo Player'))?.isWorkInProgress));
    const warnings = async (type: string) => {
      const body = { siteApprovals: [{ ...bravo, ...(type === 'approve' && { version: '2.0' }) }] };
      const { body: preview } = await manager.call(approvalCalls.site.app.preview, { params: { type }, body });
      return preview.warnings.flatMap(({ kind, text }) => (kind === 'workInProgress' ? text : []));
    };
    expect([await marks(), await warnings('automate')]).toEqual([levels.map(() => false), []]);
    expect(await markWorkInProgress(db, 'bravo-player', true)).toBe('Bravo Player');
    expect(await marks()).toEqual(levels.map(() => true));
    const sentence =
      'Updates of this Application are work-in-progress. Automating updates of work-in-progress Applications is not recommended.';
    expect([await warnings('automate'), await warnings('approve')]).toEqual([[sentence], []]);
    await markWorkInProgress(db, 'bravo-player', false);
    expect([await marks(), await warnings('automate')]).toEqual([levels.map(() => false), []]);
    await expect(markWorkInProgress(db, 'nothing', true)).rejects.toThrow('There is no application nothing.');
  });
});
