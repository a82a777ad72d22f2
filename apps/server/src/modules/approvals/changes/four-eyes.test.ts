import { isDeepStrictEqual } from 'node:util';
import { activityLog } from '@patchkeep/contract/activity-log';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { approvalSettings, changeSets } from '@patchkeep/contract/change-sets';
import type { Answer } from '@patchkeep/contract/endpoint';
import { rolePreset } from '@patchkeep/contract/rights';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from '../../../testkit/approval-world.ts';

const hostCount = 30;
let app: TestApp;
let manager: TestClient;
let admin: TestClient;
let world: ApprovalWorld;
let kiosk: string;
const alpha = { channelTag: 'alpha-editor' };
const site = approvalCalls.site.app;

const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
let signedInAt = 0;
/** Signing in is meant to be slow: only who would be signed out by now does it again. */
const signInAgain = async () => {
  if (app.clock.now.getTime() - signedInAt > 600_000) await signInBoth();
};
const signInBoth = async () => {
  signedInAt = app.clock.now.getTime();
  manager = await app.signIn('manager');
  admin = await app.signIn('admin');
  await enterSite(admin, 'Beta');
};
beforeAll(async () => {
  app = await testApp();
  await signInBoth();
  world = await approvalWorld(app, manager, hostCount);
  kiosk = await world.makeTag('Kiosk');
  for (let at = 0; at < hostCount; at++) await world.upload(at, ['Alpha Editor 1']);
  await world.count();
  const body = { level: 'site', isFourEyesRequired: true, serialNumber: 0 } as const;
  await admin.call(approvalSettings.update, { body });
});
afterAll(() => app.close());

/** Everything that a confirmation would write. */
const written = async () => ({
  decisions: await world.sql('select * from approvals order by approval_id'),
  revisions: await world.sql('select * from approval_revisions where revision > 0 order by customer_id'),
});
type Call = (path: 'preview' | 'change', body: object) => Promise<{ status: number; body: unknown }>;
const asksFor = async (call: Call) => {
  const shown = (await call('preview', { siteApprovals: [alpha] })).body as Answer<typeof site.preview>;
  const { previewToken, needsSecondPerson } = shown;
  const { status, body } = await call('change', { siteApprovals: [alpha], reason: 'Monthly', previewToken });
  if (status !== 200 || !needsSecondPerson) throw new Error(`It was not asked for: ${status}`);
  return (body as Answer<typeof site.change>).changeSet;
};
const ask = () =>
  asksFor((path, body) => manager.call(site[path], { params: { type: 'automate' }, body: body as never }));
const confirm = (by: TestClient, set: { changeSetUuid: string; contentHash: string }) =>
  by.call(changeSets.confirm, { params: { id: set.changeSetUuid }, body: { contentHash: set.contentHash } });
const messageOf = (body: unknown) => (body as { message?: string }).message;

/** Confirms in a way that must not work: what the answer was, and whether anything was written. */
const attempt = async (how: () => Promise<{ status: number; body: unknown }>) => {
  const before = await written();
  const { status, body } = await how();
  return { status, message: messageOf(body), isWritten: !isDeepStrictEqual(await written(), before) };
};
const refused = (status: number, words: RegExp) => ({
  status,
  message: expect.stringMatching(words) as string,
  isWritten: false,
});
const withdraw = (set: { changeSetUuid: string }) =>
  manager.call(changeSets.refuse, { params: { id: set.changeSetUuid }, body: {} });

describe('a wide change where a second person is needed', () => {
  let set: Awaited<ReturnType<typeof ask>>;
  let beforeAsking: Awaited<ReturnType<typeof written>>;
  beforeEach(async () => {
    await signInAgain();
    beforeAsking = await written();
    set = await ask();
  });

  it('writes no decision until another administrator has confirmed what it says', async () => {
    expect(set).toMatchObject({ state: 'awaiting', hosts: hostCount, isConfirmable: false });
    expect(await written()).toEqual(beforeAsking);
    const waiting = (await admin.call(changeSets.list, { query: { state: 'awaiting' } })).body.changeSets;
    const shown = waiting.find((each) => each.changeSetUuid === set.changeSetUuid);
    expect(shown?.isConfirmable).toBe(true);
    const { status, body } = await confirm(admin, set);
    expect([status, body.changeSet.state, body.changeSet.confirmedBy]).toEqual([200, 'applied', 'admin@ours.example']);
    const [row] = await world.sql(`select mode, serial_number from approvals where subject = 'alpha-editor'`);
    expect(row).toEqual({ mode: 3, serial_number: expect.any(Number) });
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /no longer waits/));
    const undone = await admin.call(changeSets.undo, { params: { id: set.changeSetUuid }, body: {} });
    expect(undone.status).toBe(200);
  });

  it('is not confirmed by who asked for it, from whatever session', async () => {
    expect(await attempt(() => confirm(manager, set))).toEqual(refused(403, /Another administrator/));
    const again = await app.signIn('manager');
    expect(await attempt(() => confirm(again, set))).toEqual(refused(403, /Another administrator/));
    await withdraw(set);
  });

  it('is not confirmed from the session it was asked for', async () => {
    await world.sql(
      `update change_sets set requested_session = (
         select s.session_id from sessions s join users u using (customer_id, user_id)
         where u.username = 'admin@ours.example' order by s.created_at desc, s.session_id desc limit 1)
       where change_set_id = $1`,
      [set.changeSetUuid],
    );
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(403, /same session/));
    await withdraw(set);
  });

  it('is not confirmed when it is not what was looked at, or was altered, or an approval has moved since', async () => {
    expect(await attempt(() => confirm(admin, { ...set, contentHash: 'f'.repeat(64) }))).toEqual(
      refused(409, /looked at/),
    );
    const { moves } = (
      await world.sql('select moves from change_sets where change_set_id = $1', [set.changeSetUuid])
    )[0];
    const altered = moves.map((move: { after: object }) => ({ ...move, after: { ...move.after, mode: 'blocked' } }));
    const keep = (value: unknown) =>
      world.sql('update change_sets set moves = $2 where change_set_id = $1', [
        set.changeSetUuid,
        JSON.stringify(value),
      ]);
    await keep(altered);
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /has changed/));
    await keep(moves);
    const { serialNumber } = (await admin.call(site.list)).body.approvals.find(
      (row) => row.channelTag === 'alpha-editor',
    ) as { serialNumber: number };
    // Too few hosts hear this for a second person to be needed: the site says nothing about them.
    await manager.call(site.options, { body: { ...alpha, serialNumber, options: { note: 'Moved' } } });
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /changed since/));
    await withdraw(set);
  });

  it('is not confirmed when it would touch other hosts than it was asked for', async () => {
    await manager.call(approvalCalls.tag.app.change, {
      params: { type: 'block' },
      body: { tagApprovals: [{ ...alpha, tagUuid: kiosk }] },
    });
    await world.assignHost(7, null, [kiosk]);
    await world.count();
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /Other hosts/));
    await world.assignHost(7, null);
    await world.count();
    await manager.call(approvalCalls.tag.app.change, {
      params: { type: 'disable' },
      body: { tagApprovals: [{ ...alpha, tagUuid: kiosk }] },
    });
    await withdraw(set);
  });

  it('is not confirmed a day later', async () => {
    later(24 * 3_600_000);
    await signInBoth();
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /in time/));
    const read = await admin.call(changeSets.read, { params: { id: set.changeSetUuid } });
    expect(read.body.changeSet).toMatchObject({ state: 'expired', isConfirmable: false });
  });

  it('is asked for by a token, but not confirmed by one', async () => {
    const made = (
      await admin.call(apiTokens.create, {
        body: { name: 'Script', permissions: rolePreset['Read & Write'], expiresInDays: 1 },
      })
    ).body;
    const headers = { authorization: `Bearer ${made.secret}` };
    expect(
      await attempt(() =>
        app
          .anonymous()
          .call(
            changeSets.confirm,
            { params: { id: set.changeSetUuid }, body: { contentHash: set.contentHash } },
            headers,
          ),
      ),
    ).toEqual(refused(403, /person/));
    await withdraw(set);
    const byToken = await asksFor((path, body) =>
      app.anonymous().call(site[path], { params: { type: 'block' }, body: body as never }, headers),
    );
    expect(byToken.state).toBe('awaiting');
    expect(await attempt(() => confirm(admin, byToken))).toEqual(refused(403, /Another administrator/));
    expect((await confirm(manager, byToken)).status).toBe(200);
    const undone = await manager.call(changeSets.undo, { params: { id: byToken.changeSetUuid }, body: {} });
    expect(undone.status).toBe(200);
  });

  it('is not confirmed by who may no longer, nor for who may no longer', async () => {
    const makeAdmin = (isAdmin: boolean) =>
      world.sql(`update users set is_system_admin = $1 where username = 'admin@ours.example'`, [isAdmin]);
    await makeAdmin(false);
    later(1_000);
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(403, /Needs/));
    await makeAdmin(true);
    const give = (permissions: number) =>
      world.sql(
        `update site_members set permissions = $1 where site_id = (select site_id from sites where name = 'Beta')`,
        [permissions],
      );
    await give(rolePreset['Read-Only']);
    later(1_000);
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(403, /may no longer/));
    await give(rolePreset['Read & Write']);
    later(1_000);
    await withdraw(set);
  });

  it('is confirmed once when two confirm at the same moment', async () => {
    const other = await app.signIn('admin');
    await enterSite(other, 'Beta');
    const [{ revision }] = await world.sql('select revision from approval_revisions where customer_id = $1', [
      world.customerId,
    ]);
    const answers = await Promise.all([admin, other, admin, other].map((client) => confirm(client, set)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409]);
    const [after] = await world.sql('select revision from approval_revisions where customer_id = $1', [
      world.customerId,
    ]);
    expect(after.revision).toBe(revision + 1);
    await admin.call(changeSets.undo, { params: { id: set.changeSetUuid }, body: {} });
  });

  it('names in its preview who can confirm it, and nobody where there is nobody else', async () => {
    const body = { siteApprovals: [alpha] };
    const { body: shown } = await manager.call(site.preview, { params: { type: 'automate' }, body });
    expect(shown).toMatchObject({ needsSecondPerson: true, confirmers: ['admin@ours.example'] });
    const ofSystem = { params: { type: 'block' as const }, body: { systemApprovals: [alpha] } };
    const { body: alone } = await admin.call(approvalCalls.system.app.preview, ofSystem);
    expect(alone).toMatchObject({ needsSecondPerson: true, confirmers: [] });
    await withdraw(set);
  });

  it('that its author takes back is withdrawn, which is no refusal', async () => {
    expect((await withdraw(set)).body.changeSet).toMatchObject({ state: 'withdrawn' });
    const idsIn = async (state: 'withdrawn' | 'refused') => {
      const { changeSets: listed, total } = (await manager.call(changeSets.list, { query: { state } })).body;
      expect(listed).toHaveLength(total);
      return listed.map(({ changeSetUuid }) => changeSetUuid);
    };
    expect(await idsIn('withdrawn')).toContain(set.changeSetUuid);
    expect(await idsIn('refused')).not.toContain(set.changeSetUuid);
    const [entry] = (await admin.call(activityLog.account, { query: { objectId: set.changeSetUuid } })).body.activities;
    expect(entry).toMatchObject({ verb: 'approval.withdraw', userName: 'manager@ours.example' });
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /no longer waits/));
  });

  it('is refused by the other, and then confirmed by nobody', async () => {
    const said = await admin.call(changeSets.refuse, {
      params: { id: set.changeSetUuid },
      body: { reason: 'Not in the busy season' },
    });
    expect(said.body.changeSet.state).toBe('refused');
    expect(await attempt(() => confirm(admin, set))).toEqual(refused(409, /no longer waits/));
  });
});

describe('whether a second person is needed', () => {
  beforeEach(signInBoth);
  const save = async (by: TestClient, level: 'site' | 'system', isFourEyesRequired: boolean) => {
    const { serialNumber } = (await by.call(approvalSettings.read, { query: { level } })).body;
    return by.call(approvalSettings.update, { body: { level, isFourEyesRequired, serialNumber } });
  };

  it('is on for the system and off for a site, until somebody says otherwise', async () => {
    const ofSystem = await admin.call(approvalSettings.read, { query: { level: 'system' } });
    expect(ofSystem.body.isFourEyesRequired).toBe(true);
    // Whoever may change approvals may not decide whether they need a second person: that takes an administrator.
    expect((await save(manager, 'site', false)).status).toBe(403);
    await enterSite(admin, 'alpha');
    expect((await admin.call(approvalSettings.read)).body).toEqual({
      isOnlyAdministrator: false,
      isFourEyesRequired: false,
      serialNumber: 0,
      offAskedBy: null,
      offAskedUntil: null,
    });
    const body = { systemApprovals: [alpha] };
    const { previewToken } = (await admin.call(approvalCalls.system.app.preview, { params: { type: 'block' }, body }))
      .body;
    const asked = await admin.call(approvalCalls.system.app.change, {
      params: { type: 'block' },
      body: { ...body, previewToken },
    });
    expect(asked.body.changeSet).toMatchObject({ state: 'awaiting', level: 'system', siteUuid: null });
    expect((await manager.call(changeSets.list, { query: { level: 'system' } })).status).toBe(403);
    const hidden = await manager.call(changeSets.read, { params: { id: asked.body.changeSet.changeSetUuid } });
    expect(hidden.status).toBe(404);
  });

  it('of the system is shown in every site, whatever modules it has', async () => {
    await enterSite(admin, 'Closed');
    const ofSystem = { query: { level: 'system' as const } };
    for (const modules of ['is_patching_enabled', 'is_detection_module_enabled']) {
      await world.sql(`update sites set ${modules} = false where name = 'Closed'`);
      later(1_000);
      const settings = await admin.call(approvalSettings.read, ofSystem);
      expect([modules, settings.status, settings.body.isOnlyAdministrator]).toEqual([modules, 200, true]);
      expect([modules, (await admin.call(changeSets.list, ofSystem)).status]).toEqual([modules, 200]);
    }
  });

  it('is turned off by two, or by the only administrator', async () => {
    await enterSite(admin, 'alpha');
    await enterSite(manager, 'alpha');
    expect((await save(admin, 'site', true)).body.isFourEyesRequired).toBe(true);
    const first = await save(admin, 'site', false);
    expect(first.body).toMatchObject({ isFourEyesRequired: true, offAskedBy: 'admin@ours.example' });
    expect((await save(admin, 'site', false)).body.isFourEyesRequired).toBe(true);
    const second = await save(manager, 'site', false);
    expect(second.body).toMatchObject({ isFourEyesRequired: false, offAskedBy: null });
    expect((await save(manager, 'system', false)).status).toBe(403);
    expect((await save(admin, 'system', false)).body.isFourEyesRequired).toBe(false);
    const stale = { level: 'system', isFourEyesRequired: true, serialNumber: 0 } as const;
    expect((await admin.call(approvalSettings.update, { body: stale })).status).toBe(409);
  });

  it('forgets after a day that one has asked to turn it off', async () => {
    await enterSite(admin, 'alpha');
    await save(admin, 'site', true);
    await save(admin, 'site', false);
    later(24 * 3_600_000);
    await signInBoth();
    await enterSite(manager, 'alpha');
    expect((await save(manager, 'site', false)).body.isFourEyesRequired).toBe(true);
  });
});
