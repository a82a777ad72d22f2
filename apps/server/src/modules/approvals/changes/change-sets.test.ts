import { approvalCalls, approvals } from '@patchkeep/contract/approvals';
import { changeSets } from '@patchkeep/contract/change-sets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import type { ApprovalWorld } from '../../../testkit/approval-world.ts';
import { vouchForAll } from '../../../testkit/signed-packages.ts';
import { wideCount, wideWorld } from '../../../testkit/wide-world.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let office: string;
let kiosk: string;
beforeAll(async () => {
  const made = await wideWorld((at) => (at < 4 ? ['Alpha Editor 1', 'Bravo Player 2'] : ['Alpha Editor 1']));
  ({ app, manager, world } = made);
  await vouchForAll(app, made.signer);
  office = await world.makeGroup('Office');
  kiosk = await world.makeTag('Kiosk');
  for (let at = 0; at < wideCount; at++)
    await world.assignHost(at, at % 2 === 0 ? office : null, at < 3 ? [kiosk] : []);
});
afterAll(() => app.close());

const alpha = { channelTag: 'alpha-editor' };
const bravo = { channelTag: 'bravo-player' };
const site = approvalCalls.site.app;
const preview = async (type: string, body: object) =>
  (await manager.call(site.preview, { params: { type }, body: body as never })).body;
const apply = (type: string, body: object) => manager.call(site.change, { params: { type }, body: body as never });
const make = async (type: string, body: object) => {
  const { previewToken } = await preview(type, body);
  return (await apply(type, { ...body, previewToken })).body;
};
const undo = (changeSetUuid: string) =>
  manager.call(changeSets.undo, { params: { id: changeSetUuid }, body: { reason: 'Too soon' } });
const decisions = () =>
  world.sql(
    'select scope_id, subject, mode, version, options from approvals where mode <> 0 order by scope_id, subject',
  );
const messageOf = (body: unknown) => (body as { message?: string }).message;

describe('a preview', () => {
  it('says who is touched, what they have now and then, and what stays as it is', async () => {
    await apply('automate', { siteApprovals: [bravo] });
    await make('automate', { siteApprovals: [alpha] });
    await manager.call(approvalCalls.tag.app.change, {
      params: { type: 'approve' },
      body: { tagApprovals: [{ ...alpha, tagUuid: kiosk, version: '1.0' }] },
    });
    const shown = await preview('block', { siteApprovals: [alpha] });
    expect(shown).toMatchObject({
      changeCount: 1,
      unchangedCount: 0,
      hosts: 27,
      workstations: 27,
      servers: 0,
      before: { auto: 27, blocked: 0 },
      after: { auto: 0, blocked: 27 },
      updatingHosts: 0,
      staying: [{ level: 'tag', scopeName: 'Kiosk', name: 'Alpha Editor', status: 'out-of-date' }],
      stayingCount: 1,
      isWide: true,
      needsSecondPerson: false,
    });
    expect(shown.sampleHosts).toHaveLength(10);
    expect(shown.warnings.map((warning) => [warning.kind, warning.count])).toEqual([['stopsFixes', 27]]);
    const all = await preview('block', { siteApprovals: [alpha], isOverridingBelow: true });
    expect([all.hosts, all.stayingCount, all.changeCount]).toEqual([30, 0, 2]);
  });

  it('writes nothing', async () => {
    const before = await decisions();
    const [{ n }] = await world.sql('select count(*)::int as n from audit_entries');
    await preview('block', { siteApprovals: [alpha, bravo], isOverridingBelow: true });
    expect(await decisions()).toEqual(before);
    expect((await world.sql('select count(*)::int as n from audit_entries'))[0].n).toBe(n);
  });

  it('counts the hosts that will update, and those that are told to though they have it', async () => {
    const shown = await preview('disable', { siteApprovals: [alpha] });
    expect([shown.hosts, shown.after.disabled, shown.updatingHosts]).toEqual([27, 27, 0]);
    await make('disable', { siteApprovals: [alpha] });
    expect(await preview('automate', { siteApprovals: [alpha] })).toMatchObject({ hosts: 27, updatingHosts: 27 });
    expect(await preview('disable', { siteApprovals: [alpha] })).toMatchObject({
      changeCount: 0,
      unchangedCount: 1,
      warnings: [{ kind: 'nothingChanges' }],
    });
  });
});

describe('a wide change', () => {
  it('is refused without its preview; a narrow one is made directly', async () => {
    const refused = await apply('block', { siteApprovals: [alpha] });
    expect([refused.status, messageOf(refused.body)]).toEqual([428, 'Preview this change first']);
    expect((await apply('block', { siteApprovals: [bravo] })).status).toBe(200);
    expect((await apply('automate', { siteApprovals: [bravo] })).status).toBe(200);
  });

  it('is made as it was previewed and not otherwise: other content, other hosts, another person, too late', async () => {
    const body = { siteApprovals: [alpha] };
    const { previewToken } = await preview('block', body);
    const before = await decisions();
    const other = await apply('block', { siteApprovals: [alpha, bravo], previewToken });
    expect(other.status).toBe(409);
    expect((await apply('automate', { ...body, previewToken })).status).toBe(409);
    expect((await apply('block', { ...body, previewToken: `${previewToken.slice(0, -2)}xx` })).status).toBe(428);
    await world.assignHost(29, null, [kiosk]);
    await world.count();
    expect((await apply('block', { ...body, previewToken })).status).toBe(409);
    await world.assignHost(29, null);
    await world.count();
    app.clock.now = new Date(app.clock.now.getTime() + 16 * 60_000);
    expect((await apply('block', { ...body, previewToken })).status).toBe(428);
    expect(await decisions()).toEqual(before);
    expect((await make('block', body)).changeSet).toMatchObject({ state: 'applied', hosts: 27 });
    await make('disable', body);
  });
});

describe('a selection', () => {
  it('means what matches a filter but for some, and as many as were shown', async () => {
    const selection = { filter: { q: 'player' }, expectedCount: 1 };
    const made = await apply('block', { selection });
    expect(made.body.approvals.map((each) => [each.channelTag, each.status])).toEqual([['bravo-player', 'blocked']]);
    const more = await apply('automate', { selection: { filter: {}, expectedCount: 1 } });
    expect([more.status, (more.body as { info?: object }).info]).toEqual([409, { expectedCount: 1, count: 2 }]);
    const but = await apply('automate', { selection: { filter: {}, except: ['alpha-editor'], expectedCount: 1 } });
    expect(but.body.approvals.map((each) => [each.channelTag, each.status])).toEqual([['bravo-player', 'auto']]);
  });
});

describe('a pending set of different changes', () => {
  it('is previewed once and made as one, at several levels and of both kinds', async () => {
    const changes = [
      { level: 'site', kind: 'app', type: 'block', ...bravo },
      { level: 'group', groupUuid: office, kind: 'app', type: 'automate', ...bravo },
      { level: 'tag', tagUuid: kiosk, kind: 'wua', type: 'approve', wuaKey: 'class:Drivers' },
    ] as const;
    const shown = (await manager.call(approvals.previewChanges, { body: { changes: [...changes] } })).body;
    expect(shown).toMatchObject({ changeCount: 3, hosts: 2, isWide: false });
    const { changeSet, approvals: now } = (
      await manager.call(approvals.applyChanges, {
        body: { changes: [...changes], reason: 'Spring', previewToken: shown.previewToken },
      })
    ).body;
    expect(changeSet).toMatchObject({ state: 'applied', type: null, changeCount: 3, reason: 'Spring' });
    expect(now.map((each) => [each.level, each.status])).toEqual([
      ['site', 'blocked'],
      ['group', 'auto'],
      ['tag', 'up-to-date'],
    ]);
    expect((await undo(changeSet.changeSetUuid)).status).toBe(200);
  });
});

describe('a change set', () => {
  it('is recorded with before and after and its reason, and listed newest first', async () => {
    const { changeSet } = (await apply('block', { siteApprovals: [bravo], reason: 'Breaks the till' })).body;
    expect(changeSet).toMatchObject({
      title: 'Block Bravo Player at the site Beta',
      requestedBy: 'manager@ours.example',
      hosts: 4,
      changes: [{ before: { status: 'auto' }, after: { status: 'blocked' } }],
      isUndoable: true,
    });
    const [act] = await world.sql('select verb, before, after from audit_entries where object_id = $1', [
      changeSet.changeSetUuid,
    ]);
    expect(act).toMatchObject({
      verb: 'approval.block',
      before: { moves: [{ subject: 'bravo-player', mode: 'auto' }] },
      after: { reason: 'Breaks the till', moves: [{ mode: 'blocked' }] },
    });
    const listed = (await manager.call(changeSets.list, { query: { limit: '2' as never } })).body;
    expect(listed.changeSets[0]?.changeSetUuid).toBe(changeSet.changeSetUuid);
    const next = (await manager.call(changeSets.list, { query: { cursor: listed.nextCursor ?? '' } })).body;
    expect(next.changeSets.map((each) => each.changeSetUuid)).not.toContain(listed.changeSets[1]?.changeSetUuid);
    const read = await manager.call(changeSets.read, { params: { id: changeSet.changeSetUuid } });
    expect(read.body.changeSet).toEqual(changeSet);
    const stranger = await app.signIn('stranger');
    expect((await stranger.call(changeSets.read, { params: { id: changeSet.changeSetUuid } })).status).toBe(404);
  });

  it('is taken back until something newer stands in the way; a row of sets goes back to where it began', async () => {
    await apply('disable', { siteApprovals: [bravo] });
    const began = await decisions();
    const sets: string[] = [];
    for (const [type, body] of [
      ['automate', { siteApprovals: [bravo] }],
      ['approve', { siteApprovals: [{ ...bravo, version: '1.0' }] }],
      ['block', { siteApprovals: [bravo, alpha] }],
      ['approve', { siteApprovals: [{ ...bravo, version: '2.0' }] }],
    ] as const)
      sets.push((await make(type, body)).changeSet.changeSetUuid);
    const early = await undo(sets[0] ?? '');
    expect([early.status, messageOf(early.body)]).toEqual([409, 'A newer change stands in the way']);
    for (const id of sets.toReversed()) {
      const { status, body } = await undo(id);
      expect([status, body.changeSet.undoesUuid]).toEqual([200, id]);
      expect((await undo(id)).status).toBe(409);
    }
    expect(await decisions()).toEqual(began);
    const states = (await manager.call(changeSets.list, { query: { state: 'undone' } })).body.changeSets;
    expect(states.map((each) => each.changeSetUuid)).toEqual(expect.arrayContaining(sets));
  });

  it('is not taken back over options that were changed since', async () => {
    const { changeSet, approvals: now } = (await apply('automate', { siteApprovals: [bravo] })).body;
    const body = { ...bravo, serialNumber: now[0]?.serialNumber ?? 0, options: { delayDays: 3 } };
    await manager.call(site.options, { body });
    expect((await undo(changeSet.changeSetUuid)).status).toBe(409);
  });

  it('refuses a state the caller did not see, and writes nothing then', async () => {
    const row = (await manager.call(approvals.lookup, { body: { channelTags: ['bravo-player'] } })).body.approvals[0];
    const serialNumber = row?.serialNumber ?? 0;
    expect((await apply('block', { siteApprovals: [{ ...bravo, serialNumber }] })).status).toBe(200);
    const before = await decisions();
    const stale = await apply('automate', { siteApprovals: [alpha, { ...bravo, serialNumber }] });
    expect(stale.status).toBe(409);
    expect(stale.body).not.toHaveProperty('code');
    expect(await decisions()).toEqual(before);
  });
});
