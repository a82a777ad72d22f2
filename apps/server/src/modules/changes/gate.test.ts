import { apiTokens } from '@patchkeep/contract/api-tokens';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { approvalSettings, changeSets } from '@patchkeep/contract/change-sets';
import { wire } from '@patchkeep/contract/constants';
import { corrections } from '@patchkeep/contract/corrections';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { goals } from '@patchkeep/contract/goals';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { restarts } from '@patchkeep/contract/restarts';
import { rolePreset } from '@patchkeep/contract/rights';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, enterSite } from '../../testkit/approval-world.ts';
import { importVouched, type RaisedSigner } from '../../testkit/signed-packages.ts';
import {
  type AnyCall,
  callsOf,
  confirmSet,
  lookAndAct,
  setOf,
  undoSet,
  wideCount,
  wideWorld,
} from '../../testkit/wide-world.ts';

const channelTag = 'alpha-editor';
let app: TestApp;
let manager: TestClient;
let admin: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
let everybody: string[];
let setFourEyes: (isOn: boolean) => Promise<unknown>;
let restartTag: string;
let versionId: number;

const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
beforeAll(async () => {
  ({ app, signer, manager, admin, world, everybody, setFourEyes } = await wideWorld());
  await importVouched(app, signer, { channelTag, version: '3.0', isInstallable: true });
  restartTag = (
    await manager.call(tags.create, { body: { tagName: 'Nightly', tagKind: tagKind.RestartTag, restartSettings: {} } })
  ).body.tagUuid;
  const [row] = await world.sql(
    `select version_id from software_versions where name = 'Alpha Editor' and version = '1.0'`,
  );
  versionId = row.version_id;
});
afterAll(async () => {
  await app.close();
});
// A day later nothing adds up with what was done before; whoever would be signed out by then signs in again.
beforeEach(async () => {
  await setFourEyes(true);
  await world.sql(`update change_sets set requested_at = requested_at - interval '2 days'`);
});

/** Everything that the acts of these tests write; change sets, the log and requests for counts are no part of it. */
const written = async () => ({
  hosts: await world.sql(
    `select host_id, group_id, disabled_at, trashed_at, pending_since, quarantined_at, reboot_deadline from hosts order by host_id`,
  ),
  members: await world.sql('select * from host_tags order by tag_id, host_id'),
  groups: await world.sql('select * from groups order by group_id'),
  tags: await world.sql('select * from tags order by tag_id'),
  decisions: await world.sql('select * from approvals order by approval_id'),
  goals: await world.sql('select goal_id from goals order by goal_id'),
  tasks: await world.sql('select task_id from tasks order by task_id'),
  rules: await world.sql('select * from ignore_rules order by rule_id'),
  corrections: await world.sql('select * from corrections order by correction_id'),
});

/** Tries a way, and shows that it ended with a change set that waits and wrote nothing. */
const expectAsked = async (client: TestClient, endpoint: AnyEndpoint, given: object) => {
  const before = await written();
  const answer = await lookAndAct(callsOf(client), endpoint, given);
  expect([endpoint.path, answer.status]).toEqual([endpoint.path, 202]);
  expect(answer.body).toMatchObject({ changeSet: { state: 'awaiting', isConfirmable: false } });
  expect(await written()).toEqual(before);
  return answer;
};
const ignoring = () => ({
  target: { applicationId: world.applicationIds.get('Alpha Editor') ?? 0 },
  reasonKind: 'other',
  reason: 'x',
  expires: new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString(),
});
describe('ways around the second person', () => {
  it('1: approving at an empty tag and tagging the hosts afterwards', async () => {
    const tag = await world.makeTag('Empty');
    const approved = await manager.call(approvalCalls.tag.app.change, {
      params: { type: 'automate' },
      body: { tagApprovals: [{ channelTag, tagUuid: tag }] } as never,
    });
    expect(approved.status).toBe(200);
    const answer = await expectAsked(manager, tags.changeHosts, { body: { hosts: everybody, addTags: [tag] } });
    // Growing it in two steps is no other way.
    const half = await lookAndAct(callsOf(manager), tags.changeHosts, {
      body: { hosts: everybody.slice(0, 20), addTags: [tag] },
    });
    expect(half.status).toBe(200);
    await expectAsked(manager, tags.changeHosts, { body: { hosts: everybody.slice(20), addTags: [tag] } });
    await manager.call(tags.changeHosts, { body: { hosts: everybody.slice(0, 20), removeTags: [tag] } });
    expect((await confirmSet(admin, answer)).status).toBe(200);
    expect(await world.sql('select count(*)::int as n from host_tags where tag_id = $1', [tag])).toEqual([{ n: 30 }]);
  });

  it('2: two halves, each just narrow enough', async () => {
    const first = await lookAndAct(callsOf(manager), hosts.disable, { body: { agents: everybody.slice(0, 20) } });
    expect(first.status).toBe(200);
    await expectAsked(manager, hosts.disable, { body: { agents: everybody.slice(20) } });
    // Somebody else's half does not add up with it, and after a day it is forgotten.
    expect(
      (await lookAndAct(callsOf(admin), hosts.disable, { body: { agents: everybody.slice(20, 25) } })).status,
    ).toBe(200);
    await world.sql(`update change_sets set requested_at = requested_at - interval '2 days'`);
    expect((await lookAndAct(callsOf(manager), hosts.disable, { body: { agents: everybody.slice(25) } })).status).toBe(
      200,
    );
    await setFourEyes(false);
    expect((await lookAndAct(callsOf(manager), hosts.enable, { body: { agents: everybody } })).status).toBe(200);
  });

  it('3: an API token, which may only ask for a job, even one on a single host', async () => {
    const { body } = await admin.call(apiTokens.create, {
      body: { name: 'Deployer', permissions: rolePreset['Read & Write'], expiresInDays: 1 },
    });
    const nobody = app.anonymous();
    const program: AnyCall = (endpoint, given, headers) =>
      nobody.call(endpoint, given as never, { authorization: `Bearer ${body.secret}`, ...headers });
    await setFourEyes(false);
    const before = await written();
    for (const some of [everybody.slice(0, 1), everybody]) {
      const job = { title: 'Away with it', actions: [{ channelTag, actionType: 'Remove' }], hosts: some };
      const answer = await lookAndAct(program, goals.deploy, { body: job });
      expect([some.length, answer.status]).toEqual([some.length, 202]);
      expect(
        await program(changeSets.confirm, {
          params: { id: setOf(answer).changeSetUuid },
          body: { contentHash: setOf(answer).contentHash },
        }),
      ).toMatchObject({ status: 403 });
    }
    expect(await written()).toEqual(before);
    // Where no second person is required, the token's owner starts it; where one is, somebody else does.
    const one = await lookAndAct(program, goals.deploy, {
      body: { title: 'One', actions: [{ channelTag, actionType: 'Install' }], hosts: everybody.slice(0, 1) },
    });
    await setFourEyes(true);
    expect((await confirmSet(admin, one)).status).toBe(403);
    await setFourEyes(false);
    expect((await confirmSet(admin, one)).status).toBe(200);
    expect((await written()).goals.length).toBe(before.goals.length + 1);
  });

  it('4: moving the hosts into a group that decides', async () => {
    const group = await world.makeGroup('Decided');
    const answer = await expectAsked(manager, hosts.move, {
      body: { selection: { hosts: everybody }, groupUuid: group },
    });
    expect((await confirmSet(manager, answer)).status).toBe(403);
    const done = await confirmSet(admin, answer);
    expect(done.body.changeSet).toMatchObject({ state: 'applied', isUndoable: true, kind: 'membership' });
    const parent = await world.makeGroup('Above');
    const { body } = await manager.call(groups.read, { params: { id: group } });
    await expectAsked(manager, groups.update, {
      params: { id: group },
      body: { parentUuid: parent, serialNumber: body.serialNumber },
    });
    await expectAsked(manager, groups.remove, { params: { id: group } });
    const undone = await undoSet(manager, answer);
    expect(undone.status).toBe(200);
    expect(await world.sql('select count(*)::int as n from hosts where group_id = $1', [group])).toEqual([{ n: 0 }]);
  });

  it('5: a deployment job', async () => {
    const body = { title: 'Editors', actions: [{ channelTag, actionType: 'Remove' }], hosts: everybody };
    const answer = await expectAsked(manager, goals.deploy, { body });
    const before = (await written()).goals.length;
    expect((await confirmSet(admin, answer)).status).toBe(200);
    expect((await written()).goals.length).toBe(before + 1);
    expect((await confirmSet(admin, answer)).status).toBe(409);
  });

  it('6: a restart of many hosts', async () => {
    const given = { params: { restartTagUuid: restartTag }, body: { agentUuid: everybody } };
    const answer = await expectAsked(manager, restarts.request, given);
    expect((await confirmSet(admin, answer)).status).toBe(200);
    const countRestarts = 'select count(*)::int as n from hosts where reboot_deadline is not null';
    expect(await world.sql(countRestarts)).toEqual([{ n: 30 }]);
  });

  it('7: moving many hosts to the trash, and emptying it', async () => {
    const answer = await expectAsked(manager, hosts.trash, { body: { agents: everybody } });
    expect((await confirmSet(admin, answer)).status).toBe(200);
    await expectAsked(manager, hosts.emptyTrash, { body: { expectedCount: wideCount } });
    const back = await undoSet(manager, answer);
    expect(back.body.changeSet).toMatchObject({ title: 'Take back: Move to the trash: 30 hosts' });
    expect(await world.sql('select count(*)::int as n from hosts where trashed_at is not null')).toEqual([{ n: 0 }]);
  });

  it('8: a correction that holds for every site', async () => {
    const answer = await expectAsked(admin, corrections.create, { body: { kind: 'isUnknown', versionId, note: '' } });
    expect(answer.body).toMatchObject({ changeSet: { kind: 'correction', level: 'system', hosts: 30 } });
    expect((await confirmSet(admin, answer)).status).toBe(403);
    expect((await confirmSet(manager, answer)).status).toBe(404);
  });

  it('9: an ignore rule for the whole site', async () => {
    const answer = await expectAsked(manager, ignoreRules.create, { body: { ...ignoring(), scope: 'site' } });
    expect((await confirmSet(admin, answer)).status).toBe(200);
    const undone = await undoSet(manager, answer);
    expect(undone.status).toBe(200);
    expect(
      await world.sql('select rule_id from ignore_rules where revoked_at is null and customer_id = $1', [
        world.customerId,
      ]),
    ).toEqual([]);
  });
});

describe('a wide act', () => {
  it('is refused with 428 and what it would do, until it is sent with the token of that preview', async () => {
    await setFourEyes(false);
    const given = { body: { agents: everybody } };
    const before = await written();
    const first = await manager.call(hosts.disable, given);
    expect(first.status).toBe(428);
    expect(first.body).toMatchObject({
      info: {
        preview: {
          title: 'Disable 30 hosts',
          effect: 'They stay listed under Disabled, and get no work until they are enabled.',
          hosts: 30,
          needsSecondPerson: false,
          noUndo: null,
        },
      },
    });
    const { previewToken } = (first.body as unknown as { info: { preview: { previewToken: string } } }).info.preview;
    const sendWith = (client: TestClient, token: string, body: object = given.body) =>
      client.call(hosts.disable, { body: body as never }, { [wire.previewHeader]: token });
    expect((await sendWith(admin, previewToken)).status).toBe(428);
    expect((await sendWith(manager, previewToken.slice(0, -2))).status).toBe(428);
    expect((await sendWith(manager, previewToken, { agents: everybody.slice(1) })).status).toBe(409);
    expect(await written()).toEqual(before);
    expect((await sendWith(manager, previewToken)).status).toBe(200);
    const [listed] = (await manager.call(changeSets.list, { query: {} as never })).body.changeSets;
    expect(listed).toMatchObject({ kind: 'hosts', title: 'Disable 30 hosts', state: 'applied', isUndoable: true });
    expect(
      (await manager.call(changeSets.undo, { params: { id: listed?.changeSetUuid ?? '' }, body: {} })).status,
    ).toBe(200);
    expect(await written()).toEqual(before);
  });

  it('is as it was before where it is narrow and nobody else is asked: done at once, and no change set', async () => {
    await setFourEyes(false);
    const count = () => world.sql('select count(*)::int as n from change_sets');
    const before = await count();
    expect((await manager.call(hosts.disable, { body: { agents: everybody.slice(0, 3) } })).status).toBe(200);
    expect((await manager.call(hosts.enable, { body: { agents: everybody.slice(0, 3) } })).status).toBe(200);
    expect(await count()).toEqual(before);
  });

  it('is not confirmed with other content, with other hosts, or when whoever asked may no longer', async () => {
    const given = { body: { agents: everybody } };
    const answer = await expectAsked(manager, hosts.disable, given);
    const before = await written();
    const { changeSetUuid } = setOf(answer);
    const other = await admin.call(changeSets.confirm, { params: { id: changeSetUuid }, body: { contentHash: 'abc' } });
    expect(other.status).toBe(409);
    const setCall = (agents: readonly string[]) =>
      world.sql(
        `update change_sets set content = jsonb_set(content, '{call,body,agents}', $2) where change_set_id = $1`,
        [changeSetUuid, JSON.stringify(agents)],
      );
    // Fewer hosts, and then the same hosts by another call.
    for (const agents of [everybody.slice(1), everybody.toReversed()]) {
      await setCall(agents);
      expect((await confirmSet(admin, answer)).status).toBe(409);
    }
    await setCall(everybody);
    const member = (permissions: number) =>
      world.sql(
        `update site_members set permissions = $1 where site_id = (select site_id from sites where name = 'Beta')
           and user_id = (select requested_by from change_sets where change_set_id = $2)`,
        [permissions, changeSetUuid],
      );
    await member(rolePreset['Read-Only']);
    expect((await confirmSet(admin, answer)).status).toBe(403);
    await member(rolePreset['Read & Write']);
    expect(await written()).toEqual(before);
    await world.sql('update hosts set disabled_at = now() where host_id = $1', [everybody[0]]);
    expect((await confirmSet(admin, answer)).status).toBe(409);
    await world.sql('update hosts set disabled_at = null where host_id = $1', [everybody[0]]);
    later(1_000);
    expect((await confirmSet(admin, answer)).status).toBe(200);
    await world.sql('update hosts set disabled_at = null');
  });
});

describe('turning the second person off', () => {
  it('takes two administrators: one alone changes nothing', async () => {
    const read = async () => (await admin.call(approvalSettings.read, { query: { level: 'site' } })).body;
    const { serialNumber } = await read();
    await enterSite(manager, 'alpha');
    await enterSite(manager, 'Beta');
    await world.sql(
      `update site_members set permissions = $1 where site_id = (select site_id from sites where name = 'Beta')`,
      [rolePreset.Administer],
    );
    later(1_000);
    await admin.call(approvalSettings.update, { body: { level: 'site', isFourEyesRequired: false, serialNumber } });
    expect((await read()).isFourEyesRequired).toBe(true);
  });
});
