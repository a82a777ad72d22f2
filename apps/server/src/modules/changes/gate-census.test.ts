import { randomUUID } from 'node:crypto';
import { activities } from '@patchkeep/contract/activities';
import { allEndpoints } from '@patchkeep/contract/api';
import { changeSets } from '@patchkeep/contract/change-sets';
import { corrections } from '@patchkeep/contract/corrections';
import { type AnyEndpoint, endpoint } from '@patchkeep/contract/endpoint';
import { nothing, uuid } from '@patchkeep/contract/fields';
import { goals } from '@patchkeep/contract/goals';
import { groups } from '@patchkeep/contract/groups';
import { hosts, hostSelection } from '@patchkeep/contract/hosts';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { restarts } from '@patchkeep/contract/restarts';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatedActs } from '../../app.ts';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import type { ApprovalWorld } from '../../testkit/approval-world.ts';
import { everyRow } from '../../testkit/every-row.ts';
import { importVouched, type RaisedSigner } from '../../testkit/signed-packages.ts';
import { callsOf, failEverywhere, lookAndAct, wideCount, wideWorld } from '../../testkit/wide-world.ts';

/** Words for hosts, and for what stands for many of them or holds for all of a site. */
const reaching = /host|agent|group|tag|selection|scope|settings|ignoreRule|correction|approval|updates/i;

const wordsOf = ({ path, params, query, body }: AnyEndpoint): string =>
  [path, ...[params, query, body].flatMap((schema) => (schema ? keysOf(schema) : []))].join(' ');
/** Every name of a field, however deep. */
const keysOf = (schema: z.ZodType): string[] => {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value) found.push(...Object.keys(value.properties as object));
    Object.values(value).forEach(look);
  };
  look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return found;
};
/** What belongs to the caller, to accounts or to how things are shown touches no host. */
const isElsewhere = ({ path, right }: AnyEndpoint): boolean =>
  ['anyone', 'signedIn', 'detached', 'canManageApiTokens'].includes(right) || /dashboard|^\/resource\//.test(path);

const isUndeclared = (each: AnyEndpoint): boolean =>
  each.method !== 'GET' &&
  !isElsewhere(each) &&
  reaching.test(wordsOf(each)) &&
  each.gate === undefined &&
  (each.ungated ?? '') === '';

const keyOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

describe('the census of the gate', () => {
  it('finds no write that can touch many hosts without a gate or a written reason', () => {
    expect(allEndpoints.filter(isUndeclared).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const both = allEndpoints.filter(({ gate, ungated }) => gate !== undefined && ungated !== undefined);
    expect(both.map(({ path }) => path)).toEqual([]);
  });

  it('finds for every act a way back, or a sentence that says why there is none', () => {
    const gated = allEndpoints.filter(({ gate }) => gate !== undefined && gate !== 'approval').map(keyOf);
    expect(gatedActs.map(({ endpoint: each }) => keyOf(each)).toSorted()).toEqual(gated.toSorted());
    const isSentence = (text: unknown) => typeof text === 'string' && /^[A-Z].{20,}\.$/.test(text);
    const without = gatedActs.filter((act) => (act.undo === undefined) !== isSentence(act.noUndo));
    expect(without.map(({ endpoint: each }) => keyOf(each))).toEqual([]);
    // Whoever adds to this list writes the reason into ADR 38 as well.
    expect(gatedActs.filter((act) => act.noUndo).map(({ endpoint: each }) => keyOf(each))).toEqual(
      [hosts.emptyTrash, groups.remove, groups.removeAt, tags.remove, tags.removeOfKind, tags.removeAt, goals.edit].map(
        keyOf,
      ),
    );
  });

  it('would find one', () => {
    const write = {
      method: 'POST',
      summary: '',
      right: 'canMakeChanges',
      moves: 'nothing',
      response: nothing,
    } as const;
    const some = [
      endpoint({ ...write, path: '/wipe', body: z.strictObject({ selection: hostSelection }) }),
      endpoint({ ...write, path: '/wipe', body: z.strictObject({ deep: z.object({ groupUuid: uuid }) }) }),
      endpoint({ ...write, path: '/site-settings', body: z.strictObject({ isOn: z.boolean() }) }),
    ];
    expect(some.map(isUndeclared)).toEqual([true, true, true]);
    expect(isUndeclared({ ...some[0]!, ungated: 'Changes nothing' })).toBe(false);
  });
});

let app: TestApp;
let signer: RaisedSigner;
let manager: TestClient;
let admin: TestClient;
let world: ApprovalWorld;
let everybody: string[];
let setFourEyes: (isOn: boolean) => Promise<unknown>;
let siteId: string;
beforeAll(async () => {
  ({ app, signer, manager, admin, world, everybody, setFourEyes } = await wideWorld());
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  await importVouched(app, signer, { channelTag: 'alpha-editor', version: '3.0', isInstallable: true });
});
afterAll(async () => {
  await app.close();
});

describe('with a second person required, every gated endpoint', () => {
  it('keeps what it was asked for and writes nothing else', async () => {
    const one = everybody[0] ?? '';
    const applicationId = world.applicationIds.get('Alpha Editor') ?? 0;
    const group = await world.makeGroup('All of them');
    const above = await world.makeGroup('Above');
    const tag = await world.makeTag('All of them');
    const restartTag = (await manager.call(tags.create, { body: { tagName: 'Nightly', tagKind: tagKind.RestartTag } }))
      .body.tagUuid;
    for (let at = 0; at < wideCount; at++) await world.assignHost(at, group, [tag]);
    // Who is in a group is known as of the last count.
    await world.count();
    const until = (days: number) => new Date(app.clock.now.getTime() + days * 86_400_000).toISOString();
    const ignoring = { target: { applicationId }, reasonKind: 'other', reason: 'x', expires: until(30) } as const;
    const makeRule = async (scope: 'site' | 'group' | 'host', scopeUuid: string | null) => {
      const body = { ...ignoring, scope, scopeUuid };
      const answer = await lookAndAct(callsOf(manager), ignoreRules.create, { body });
      return (answer.body as { ignoreRuleUuid: string }).ignoreRuleUuid;
    };
    const rules = {
      site: await makeRule('site', null),
      group: await makeRule('group', group),
      host: await makeRule('host', one),
    };
    const [version] = await world.sql(
      `select version_id from software_versions where name = 'Alpha Editor' and version = '1.0'`,
    );
    const correctionId = randomUUID();
    await world.sql(
      `insert into corrections (customer_id, correction_id, name, publisher, application_id, note, created_by, created_at)
       select $1, $2, name, publisher, null, '', $1, now() from software_versions where version_id = $3`,
      [world.customerId, correctionId, version.version_id],
    );
    const { body: read } = await manager.call(groups.read, { params: { id: group } });
    const moved = { parentUuid: above, serialNumber: read.serialNumber };
    const agents = { body: { agents: everybody } };
    const actions = [{ channelTag: 'alpha-editor', actionType: 'Remove' as const }];
    const job = { title: 'x', actions, selection: { filter: {}, expectedCount: wideCount } };
    const made = await lookAndAct(callsOf(manager), goals.deploy, { body: job });
    const { goalUuid } = made.body as { goalUuid: string };
    const later = { serialNumber: 1, expires: until(60) };
    const set = (column: string, value: string) => () =>
      world.sql(`update hosts set ${column} = ${value} where site_id = $1`, [siteId]);
    const as: Record<
      string,
      { given: object; by?: TestClient; first?: () => Promise<unknown>; after?: () => Promise<unknown> }
    > = {
      [keyOf(hosts.enable)]: { given: agents, first: set('disabled_at', 'now()'), after: set('disabled_at', 'null') },
      [keyOf(hosts.disable)]: { given: agents },
      [keyOf(hosts.trash)]: { given: agents },
      [keyOf(hosts.restore)]: { given: agents, first: set('trashed_at', 'now()'), after: set('trashed_at', 'null') },
      [keyOf(hosts.accept)]: {
        given: agents,
        first: set('pending_since', 'now()'),
        after: set('pending_since', 'null'),
      },
      [keyOf(hosts.emptyTrash)]: {
        given: { body: { expectedCount: wideCount } },
        first: set('trashed_at', 'now()'),
        after: set('trashed_at', 'null'),
      },
      [keyOf(hosts.move)]: { given: { body: { selection: { hosts: everybody }, groupUuid: null } } },
      [keyOf(tags.changeHosts)]: { given: { body: { hosts: everybody, removeTags: [tag] } } },
      [keyOf(tags.remove)]: { given: { params: { id: tag } } },
      [keyOf(tags.removeOfKind)]: { given: { params: { type: '1' }, query: { tagUuid: tag } } },
      [keyOf(tags.removeAt)]: { given: { params: { site: siteId, id: tag } } },
      [keyOf(groups.update)]: { given: { params: { id: group }, body: moved } },
      [keyOf(groups.updateAt)]: { given: { params: { site: siteId, id: group }, body: moved } },
      [keyOf(groups.remove)]: { given: { params: { id: group } } },
      [keyOf(groups.removeAt)]: { given: { params: { site: siteId, id: group } } },
      [keyOf(restarts.request)]: {
        given: { params: { restartTagUuid: restartTag }, body: { agentUuid: everybody } },
      },
      [keyOf(activities.retry)]: {
        given: { body: { kind: 'app', subject: 'alpha-editor' } },
        first: () => failEverywhere(world, app.clock.now),
        after: () => world.sql('delete from tasks'),
      },
      [keyOf(restarts.requestOfHost)]: { given: { params: { id: one, tag: restartTag } } },
      [keyOf(windowsUpdates.decide)]: {
        given: { body: { agentUuid: one, updates: [{ foundUpdateUuid: randomUUID(), isApproved: true }] } },
      },
      [keyOf(goals.deploy)]: { given: { body: job } },
      [keyOf(goals.schedule)]: { given: { body: job } },
      [keyOf(goals.edit)]: {
        given: { params: { id: goalUuid }, body: { serialNumber: 1, addGroups: [group], isMultishot: true } },
      },
      [keyOf(goals.resume)]: { given: { body: { goals: [goalUuid] } } },
      [keyOf(corrections.create)]: {
        given: { body: { kind: 'isUnknown', versionId: version.version_id } },
        by: admin,
      },
      [keyOf(corrections.remove)]: { given: { params: { id: correctionId } }, by: admin },
      [keyOf(ignoreRules.create)]: { given: { body: ignoring } },
      [keyOf(ignoreRules.createOfGroup)]: { given: { params: { id: group }, body: ignoring } },
      [keyOf(ignoreRules.createOfHost)]: { given: { params: { id: one }, body: ignoring } },
      [keyOf(ignoreRules.update)]: { given: { body: { ignoreRuleUuid: rules.site, ...later } } },
      [keyOf(ignoreRules.updateOfSite)]: { given: { params: { id: rules.site }, body: later } },
      [keyOf(ignoreRules.updateOfGroup)]: { given: { params: { id: rules.group }, body: later } },
      [keyOf(ignoreRules.updateOfHost)]: { given: { params: { id: rules.host }, body: later } },
      [keyOf(ignoreRules.updateNamedOfGroup)]: {
        given: { params: { id: group }, body: { ignoreRuleUuid: rules.group, ...later } },
      },
      [keyOf(ignoreRules.updateNamedOfHost)]: {
        given: { params: { id: one }, body: { ignoreRuleUuid: rules.host, ...later } },
      },
      [keyOf(ignoreRules.restoreOfSite)]: { given: { params: { id: rules.site } } },
      [keyOf(ignoreRules.restoreOfGroup)]: { given: { params: { id: rules.group } } },
      [keyOf(ignoreRules.restoreOfHost)]: { given: { params: { id: rules.host } } },
      [keyOf(ignoreRules.renew)]: { given: { body: { ignoreRules: [rules.site], expires: until(60) } } },
      [keyOf(ignoreRules.renewOne)]: {
        given: { body: { ignoreRuleUuid: rules.site, expires: until(60), serialNumber: 1 } },
      },
    };
    const gated = allEndpoints.filter(({ gate }) => gate !== undefined && gate !== 'approval');
    expect(Object.keys(as).toSorted()).toEqual(gated.map(keyOf).toSorted());

    await setFourEyes(true);
    // The row that changes wait for one another at is made by whoever comes first.
    await world.sql('insert into approval_revisions values ($1, 0) on conflict do nothing', [world.customerId]);
    // What touches one host only adds up with what the same person did to 30 others in the same matter.
    await world.sql(
      `insert into change_sets (customer_id, change_set_id, site_id, state, level, title, reason, moves, change_count,
         content_hash, targets_hash, hosts, requested_by, requested_session, requested_at, host_nos, about)
       values ($1, $2, $3, 0, 1, '', '', '[]', 0, '', '', 30, $4, $1, $5, $6, $7)`,
      [
        world.customerId,
        randomUUID(),
        siteId,
        (await manager.ehlo()).body.userAccountUuid,
        app.clock.now,
        packNumbers(Array.from({ length: 30 }, (_, at) => 900_000 + at)),
        ['restart', 'hostUpdates', `ignore:app:${applicationId}`],
      ],
    );
    const rows = async () =>
      Object.fromEntries(
        Object.entries(await everyRow(app)).filter(([name]) => !/change_sets|audit|session/.test(name)),
      );
    const noUndoOf = (each: AnyEndpoint) =>
      gatedActs.find((act) => keyOf(act.endpoint) === keyOf(each))?.noUndo ?? null;
    for (const each of gated) {
      const { given, by = manager, first, after } = as[keyOf(each)] ?? { given: {} };
      await first?.();
      const before = await rows();
      const answer = await lookAndAct(callsOf(by), each, given);
      expect([keyOf(each), answer.status, answer.body]).toEqual([
        keyOf(each),
        202,
        { changeSet: expect.objectContaining({ state: 'awaiting', kind: each.gate, noUndo: noUndoOf(each) }) },
      ]);
      expect([keyOf(each), await rows()]).toEqual([keyOf(each), before]);
      await after?.();
    }
    const { body } = await manager.call(changeSets.list, { query: { state: 'awaiting' } as never });
    expect(body.total).toBe(gated.length - 2);
  });
});
