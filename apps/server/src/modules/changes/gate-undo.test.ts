import { activities } from '@patchkeep/contract/activities';
import { changeSets } from '@patchkeep/contract/change-sets';
import { corrections } from '@patchkeep/contract/corrections';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { goals } from '@patchkeep/contract/goals';
import { hosts } from '@patchkeep/contract/hosts';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { results } from '@patchkeep/contract/results';
import { tags } from '@patchkeep/contract/tags';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../testkit/app.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { importVouched } from '../../testkit/signed-packages.ts';
import { callsOf, failEverywhere, lookAndAct, setOf, undoSet, wideWorld } from '../../testkit/wide-world.ts';
import { writeGoal } from '../deployments/public.ts';

let made: Awaited<ReturnType<typeof wideWorld>>;
let versionId: number;
beforeAll(async () => {
  made = await wideWorld();
  const { world } = made;
  // Where a second person is required narrow acts are kept as well, and can be taken back.
  await made.setFourEyes(true);
  await world.sql(
    `insert into approval_settings (customer_id, scope_id, site_id, is_four_eyes_required, serial_number, changed_by, changed_at)
     values ($1, $1, null, false, 1, $1, now())`,
    [world.customerId],
  );
  const [row] = await world.sql(
    `select version_id from software_versions where name = 'Alpha Editor' and version = '1.0'`,
  );
  versionId = row.version_id;
});
afterAll(() => made.app.close());
// Nothing adds up with what an earlier test did.
beforeEach(() => made.world.sql(`update change_sets set requested_at = requested_at - interval '2 days'`));

/** Does an act at once and gives the change set that was kept of it. */
const done = async (client: TestClient, endpoint: AnyEndpoint, given: object, level: 'site' | 'system' = 'site') => {
  const answer = await lookAndAct(callsOf(client), endpoint, given);
  expect([endpoint.path, answer.status]).toEqual([endpoint.path, 200]);
  const { body } = await client.call(changeSets.list, { query: { level, limit: 1 } as never });
  expect(body.changeSets).toMatchObject([{ state: 'applied', isUndoable: true, noUndo: null }]);
  return { body: { ...(answer.body as object), changeSet: body.changeSets[0] } };
};

describe('taking back', () => {
  it('an acceptance lets the same hosts wait again, those in quarantine in quarantine', async () => {
    const { world, manager, everybody } = made;
    const some = everybody.slice(0, 4);
    await world.sql('update hosts set pending_since = now() where host_id = any($1)', [some.slice(0, 3)]);
    await world.sql('update hosts set quarantined_at = now() where host_id = any($1)', [some.slice(2)]);
    const standing = () =>
      world.sql(
        `select host_id, pending_since is not null as pending, quarantined_at is not null as quarantined
         from hosts where host_id = any($1) order by host_id`,
        [some],
      );
    const before = await standing();
    const answer = await done(manager, hosts.accept, { body: { agents: some } });
    expect(new Set((await standing()).flatMap((row) => [row.pending, row.quarantined]))).toEqual(new Set([false]));
    expect((await undoSet(manager, answer)).status).toBe(200);
    expect(await standing()).toEqual(before);
    await world.sql('update hosts set pending_since = null, quarantined_at = null');
  });

  it('a retry gives the work up again', async () => {
    const { app, world, manager, everybody } = made;
    await failEverywhere(world, app.clock.now);
    const some = { kind: 'app', subject: 'alpha-editor', agentUuid: everybody[0] };
    const retried = () => world.sql('select host_id from tasks where retried_at is not null');
    const answer = await done(manager, activities.retry, { body: some });
    expect(await retried()).toEqual([{ host_id: everybody[0] }]);
    expect((await undoSet(manager, answer)).status).toBe(200);
    expect(await retried()).toEqual([]);
    await world.sql('delete from tasks');
  });

  it('a job stops it: what nobody has begun is taken back, and a job that was resumed stands still again', async () => {
    const { app, signer, world, manager, everybody } = made;
    await importVouched(app, signer, { channelTag: 'alpha-editor', version: '3.0', isInstallable: true });
    const job = {
      title: 'Remove it',
      actions: [{ channelTag: 'alpha-editor', actionType: 'Remove' }],
      hosts: everybody.slice(0, 2),
    };
    const answer = await done(manager, goals.deploy, { body: job });
    const { goalUuid } = answer.body as unknown as { goalUuid: string };
    const siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    await writeGoal.run({ customerId: world.customerId, siteId, goalId: goalUuid }, jobTools(app));
    const tasks = async () =>
      (await world.sql('select state from tasks where goal_id = $1', [goalUuid])).map((row) => row.state);
    const state = async () => (await manager.call(goals.read, { params: { id: goalUuid } })).body.goal.state;
    expect([await state(), await tasks()]).toEqual(['active', [0, 0]]);
    expect((await undoSet(manager, answer)).status).toBe(200);
    expect([await state(), await tasks()]).toEqual(['stopped', [5, 5]]);
    const resumed = await done(manager, goals.resume, { body: { goals: [goalUuid] } });
    expect(await state()).toBe('active');
    expect((await undoSet(manager, resumed)).status).toBe(200);
    expect(await state()).toBe('stopped');
    await world.sql('delete from tasks');
  });

  it('a word about updates of a host brings the word before it back, unless there is a newer one', async () => {
    const { world, manager, everybody } = made;
    world.offer(0, [
      { kb: 5_100_001, classification: 'Drivers' },
      { kb: 5_100_002, classification: 'Drivers' },
    ]);
    await world.upload(0, ['Alpha Editor 1']);
    const agentUuid = everybody[0] ?? '';
    const { winUpdates } = (await manager.call(results.full, { params: { id: agentUuid } })).body;
    const say = (isApproved: boolean | null, some = winUpdates) =>
      done(manager, windowsUpdates.decide, {
        body: { agentUuid, updates: some.map(({ foundUpdateUuid }) => ({ foundUpdateUuid, isApproved })) },
      });
    const hostApprovals = () => world.sql('select kb, is_approved from host_update_approvals order by kb');
    await say(true, winUpdates.slice(0, 1));
    const before = await hostApprovals();
    expect(before).toHaveLength(1);
    const refusing = await say(false);
    expect(await hostApprovals()).toEqual([5_100_001, 5_100_002].map((kb) => ({ kb, is_approved: false })));
    expect((await undoSet(manager, refusing)).status).toBe(200);
    expect(await hostApprovals()).toEqual(before);

    const again = await say(false);
    await say(null, winUpdates.slice(1));
    const newer = await hostApprovals();
    expect((await undoSet(manager, again)).status).toBe(409);
    expect(await hostApprovals()).toEqual(newer);
  });

  it('a later end of an ignore rule brings the earlier end back, and a renewal only while it is the newest', async () => {
    const { app, world, manager, everybody } = made;
    const until = (days: number) => new Date(app.clock.now.getTime() + days * 86_400_000).toISOString();
    const target = { applicationId: world.applicationIds.get('Alpha Editor') ?? 0 };
    const rule = await done(manager, ignoreRules.createOfHost, {
      params: { id: everybody[0] },
      body: { target, reasonKind: 'other', reason: 'First', expires: until(30) },
    });
    const { ignoreRuleUuid } = rule.body as unknown as { ignoreRuleUuid: string };
    const ruleNow = (columns: string) =>
      world.sql(`select ${columns} from ignore_rules where rule_id = $1`, [ignoreRuleUuid]);
    const ends = () => ruleNow('expires_at, reason, renewals');
    const serial = async () => (await ruleNow('serial_number'))[0].serial_number;
    const before = await ends();
    const later = await done(manager, ignoreRules.update, {
      body: { ignoreRuleUuid, serialNumber: await serial(), expires: until(60), reason: 'Second' },
    });
    expect(await ends()).not.toEqual(before);
    expect((await undoSet(manager, later)).status).toBe(200);
    expect(await ends()).toEqual(before);

    const renew = (days: number) =>
      done(manager, ignoreRules.renew, { body: { ignoreRules: [ignoreRuleUuid], expires: until(days) } });
    const first = await renew(60);
    const once = await ends();
    const second = await renew(90);
    expect((await undoSet(manager, first)).status).toBe(409);
    expect((await undoSet(manager, second)).status).toBe(200);
    expect(await ends()).toEqual(once);
  });

  it('a correction brings back the one that it replaced, and a removed correction comes back', async () => {
    const { world, admin } = made;
    const rows = () =>
      world.sql('select correction_id, application_id, note from corrections where customer_id = $1', [
        world.customerId,
      ]);
    const correct = (note: string) =>
      done(admin, corrections.create, { body: { kind: 'isUnknown', versionId, note } }, 'system');
    await correct('First');
    const before = await rows();
    const second = await correct('Second');
    expect((await undoSet(admin, second)).status).toBe(200);
    expect(await rows()).toEqual(before);

    const [{ correction_id: id }] = before;
    const removed = await done(admin, corrections.remove, { params: { id } }, 'system');
    expect(await rows()).toEqual([]);
    expect((await undoSet(admin, removed)).status).toBe(200);
    expect(await rows()).toEqual(before);
    const again = await done(admin, corrections.remove, { params: { id } }, 'system');
    await correct('Third');
    const newer = await rows();
    expect((await undoSet(admin, again)).status).toBe(409);
    expect(await rows()).toEqual(newer);
  });

  it('is refused with a sentence when what it is about is gone', async () => {
    const { world, manager, everybody } = made;
    const tag = await world.makeTag('Short-lived');
    const tagged = await done(manager, tags.changeHosts, { body: { hosts: everybody.slice(0, 2), addTags: [tag] } });
    await manager.call(tags.remove, { params: { id: tag } });
    const undone = await undoSet(manager, tagged);
    expect([undone.status, undone.body]).toMatchObject([
      409,
      { message: 'Something that this change is about is gone' },
    ]);
  });
});

describe('a refused change', () => {
  it('tells whoever asked for it why', async () => {
    const { manager, admin, everybody } = made;
    const requested = await lookAndAct(callsOf(manager), hosts.disable, { body: { agents: everybody } });
    expect(requested.status).toBe(202);
    const id = setOf(requested).changeSetUuid;
    await admin.call(changeSets.refuse, { params: { id }, body: { reason: 'Not during the audit' } });
    const { body } = await manager.call(changeSets.read, { params: { id } });
    expect(body.changeSet).toMatchObject({ state: 'refused', refusal: 'Not during the audit' });
  });
});
