import assert from 'node:assert/strict';
import { goals } from '@patchkeep/contract/goals';
import { Draw } from '@patchkeep/rules/approvals/random-policies.factory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestAgent } from '../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { importVouched, signingApp } from '../../testkit/signed-packages.ts';
import { planGoals } from './goals.jobs.ts';
import { JobModel, type ModelAction, type ModelEdit, nameOf } from './job-model.factory.ts';

const runs = process.env['FULL_SIZE'] === '1' ? Number(process.env['SEQUENCES'] ?? 20_000) : 4;
const commands = 50;
const hostCount = 4;
const applications = { 'alpha-editor': 'Alpha Editor 3', 'bravo-player': 'Bravo Player 3' } as const;
const apps = Object.keys(applications) as (keyof typeof applications)[];
const words = ['pending', 'begun', '', 'proven', 'failed', 'takenBack'];

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let group: string;
let tag: string;

beforeAll(async () => {
  const signing = await signingApp();
  app = signing.app;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, hostCount);
  for (const channelTag of apps)
    await importVouched(app, signing.signer, { channelTag, version: '3.0', isInstallable: true });
  group = await world.makeGroup('Group');
  tag = await world.makeTag('Tag');
});
afterAll(() => app.close());

const idOf = (host: number): string => (world.agents[host] as TestAgent).agentUuid;
const requestOf = ({ app: channelTag, isInstall }: ModelAction) => ({
  channelTag,
  actionType: isInstall ? ('Install' as const) : ('Remove' as const),
});
const placeId = { group: () => group, tag: () => tag };

/** What happens to a job: hosts work most. */
const most = ['work', 'work', 'work', 'work', 'happen', 'happen', 'pass', 'edit', 'edit', 'stop'] as const;
type Command = (typeof most)[number];

/** One job, the model of it, and commands that both are given. */
class Pair {
  readonly model = new JobModel(hostCount);
  id = '';

  private readonly draw: Draw;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  action = (): ModelAction => ({ app: this.draw.of(apps), isInstall: this.draw.chance(60) });
  host = (): number => this.draw.below(hostCount);
  place = () => this.draw.of(['group', 'tag'] as const);

  async show(host: number): Promise<void> {
    const names = [...(this.model.software[host] ?? [])].map((each) => applications[each as keyof typeof applications]);
    await world.upload(host, names);
  }

  async move(host: number): Promise<void> {
    const { group: inGroup, tag: inTag } = this.model.inPlace;
    await world.assignHost(host, inGroup.has(host) ? group : null, inTag.has(host) ? [tag] : []);
  }

  async begin(): Promise<void> {
    const { draw, model } = this;
    // Its commands take an hour by the clock of the test, and no session lasts much longer.
    manager = await app.signIn('manager');
    await world.sql('delete from tasks');
    await world.sql('delete from goals where customer_id = $1', [world.customerId]);
    for (let host = 0; host < hostCount; host++) {
      for (const each of apps) if (draw.chance(30)) model.software[host]?.add(each);
      if (draw.chance(40)) model.inPlace.group.add(host);
      if (draw.chance(40)) model.inPlace.tag.add(host);
      await this.show(host);
      await this.move(host);
    }
    model.isOngoing = draw.chance(40);
    model.isMultishot = draw.chance(50);
    const first = this.action();
    model.actions.set(nameOf(first), { ...first, isEnabled: true });
    const named = this.host();
    model.named.add(named);
    const place = this.place();
    model.places.set(place, new Set(model.inPlace[place]));
    const body = {
      title: 'Model',
      actions: [requestOf(first)],
      hosts: [idOf(named)],
      [place === 'group' ? 'groups' : 'tags']: [placeId[place]()],
      isOngoing: model.isOngoing,
      isMultishot: model.isMultishot,
    };
    const made = await manager.call(goals.deploy, { body: body as never });
    this.id = made.body.goalUuid ?? '';
  }

  /** Somebody changes what is on a host, or where it belongs. */
  async happen(): Promise<void> {
    const host = this.host();
    const of = this.draw.of([this.model.software[host] ?? new Set<string>(), this.model.inPlace[this.place()]]);
    const value = (of === this.model.software[host] ? this.draw.of(apps) : host) as never;
    if (!(of as Set<unknown>).delete(value)) (of as Set<unknown>).add(value);
    await (of === this.model.software[host] ? this.show(host) : this.move(host));
  }

  async setState(host: number, action: string, from: number, to: number): Promise<void> {
    const [channelTag, kind] = action.split(' ');
    await world.sql(
      `update tasks set state = $1, changed_at = $2, result = 'failed', cause = 'x'
       where host_id = $3 and channel_tag = $4 and kind = $5 and state = $6`,
      [to, app.clock.now, idOf(host), channelTag, Number(kind), from],
    );
  }

  /** A host begins what waits for it, or ends what it began. */
  async work(): Promise<void> {
    const { draw, model } = this;
    const open = model.tasks.filter(({ state }) => state === 'pending' || state === 'begun');
    if (open.length === 0) return;
    const task = draw.of(open);
    task.changed = model.day;
    if (task.state === 'pending') {
      task.state = 'begun';
      return this.setState(task.host, task.action, 0, 1);
    }
    if (draw.chance(50)) {
      task.state = 'failed';
      model.untold.failed++;
      return this.setState(task.host, task.action, 1, 4);
    }
    task.state = 'proven';
    model.untold.proven++;
    const [channelTag = '', kind] = task.action.split(' ');
    if (kind === '1') model.software[task.host]?.add(channelTag);
    else model.software[task.host]?.delete(channelTag);
    await this.setState(task.host, task.action, 1, 3);
    return this.show(task.host);
  }

  /** A day passes. No session of a test lasts so long, so everything becomes a day older. */
  async pass(): Promise<void> {
    this.model.day++;
    await world.sql(`update tasks set changed_at = changed_at - interval '1 day'`);
    await world.sql(`update goals set look_began_at = look_began_at - interval '1 day'`);
  }

  async command(kind: 'abort' | 'resume'): Promise<void> {
    const { status } = await manager.call(goals[kind], { body: { goals: [this.id] } as never });
    assert.equal(status, this.model[kind]() ? 200 : 409);
  }

  async edit(): Promise<void> {
    const { draw, model } = this;
    const [add, drop] = [draw.chance(30) ? this.action() : undefined, draw.chance(20) ? this.action() : undefined];
    const isSame = add && drop && nameOf(add) === nameOf(drop);
    const change: ModelEdit = {
      ...(add ? { add } : {}),
      ...(drop && !isSame ? { drop } : {}),
      ...(draw.chance(25) ? { addHost: this.host() } : draw.chance(25) ? { removeHost: this.host() } : {}),
      ...(draw.chance(20) ? { addPlace: this.place() } : draw.chance(25) ? { removePlace: this.place() } : {}),
      ...(draw.chance(15) ? { isOngoing: draw.chance(50) } : {}),
      ...(draw.chance(15) ? { isMultishot: draw.chance(50) } : {}),
    };
    const idsIn = (place: 'group' | 'tag' | undefined, wanted: 'group' | 'tag') =>
      place === wanted ? [placeId[wanted]()] : [];
    const kept = model.enabled.filter((each) => !change.drop || nameOf(each) !== nameOf(change.drop));
    const [row] = await world.sql('select serial_number from goals where goal_id = $1', [this.id]);
    const { status } = await manager.call(goals.edit, {
      params: { id: this.id },
      body: {
        serialNumber: row.serial_number,
        ...(change.drop ? { actions: kept.map(requestOf) } : {}),
        addActions: change.add ? [requestOf(change.add)].filter((each) => !isWanted(kept, each)) : [],
        addHosts: change.addHost === undefined ? [] : [idOf(change.addHost)],
        removeHosts: change.removeHost === undefined ? [] : [idOf(change.removeHost)],
        addGroups: idsIn(change.addPlace, 'group'),
        addTags: idsIn(change.addPlace, 'tag'),
        removeGroups: idsIn(change.removePlace, 'group'),
        removeTags: idsIn(change.removePlace, 'tag'),
        ...(change.isOngoing === undefined ? {} : { isOngoing: change.isOngoing }),
        ...(change.isMultishot === undefined ? {} : { isMultishot: change.isMultishot }),
      } as never,
    });
    assert.equal(status, model.edit(change) ? 200 : 400);
  }

  async obey(command: Command): Promise<void> {
    if (command === 'stop') await this.command(this.draw.of(['abort', 'resume', 'resume']));
    else await this[command]();
    await this.plan();
  }

  async plan(): Promise<void> {
    app.clock.now = new Date(app.clock.now.getTime() + 61_000);
    await planGoals.run({}, jobTools(app));
    this.model.plan();
  }

  /** How the job is, as it stands in the database and as the model has it. */
  async compare() {
    const { model } = this;
    const rows = await world.sql('select host_id, channel_tag, kind, state from tasks');
    const hostOf = (hostId: string) => world.agents.findIndex((agent) => agent.agentUuid === hostId);
    const stored = rows.map((row) => `${hostOf(row.host_id)} ${row.channel_tag} ${row.kind} ${words[row.state]}`);
    const expected = model.tasks.map(({ host, action, state }) => `${host} ${action} ${state}`);
    const { goal } = (await manager.call(goals.read, { params: { id: this.id } })).body;
    const counted = goal.actions
      .filter(({ isEnabled }) => isEnabled)
      .map((each) => `${each.channelTag} ${each.actionType === 'Install' ? 1 : 2} ${each.countAchieved}`);
    const achieved = model.enabled.map(
      (each) => `${nameOf(each)} ${[...model.members].filter((host) => model.isAchieved(each, host)).length}`,
    );
    // A completed job is looked at no more: its counts are those of when it was completed.
    const isOver = goal.state === 'completed';
    return {
      is: {
        state: goal.state,
        hosts: goal.agentCount,
        tasks: stored.toSorted(),
        achieved: isOver ? [] : counted.toSorted(),
      },
      shallBe: {
        state: model.state,
        hosts: model.members.size,
        tasks: expected.toSorted(),
        achieved: isOver ? [] : achieved.toSorted(),
      },
    };
  }
}

const isWanted = (kept: readonly ModelAction[], { channelTag, actionType }: ReturnType<typeof requestOf>) =>
  kept.some((each) => each.app === channelTag && each.isInstall === (actionType === 'Install'));

it(
  'goals equal a small model of jobs, whatever people, hosts and time do',
  async () => {
    for (let seed = 0; seed < runs; seed++) {
      const draw = new Draw(seed);
      const pair = new Pair(draw);
      await pair.begin();
      await pair.plan();
      const done: Command[] = [];
      for (let at = 0; at < commands; at++) {
        done.push(draw.of(most));
        const so = `seed ${seed}, after ${done.join(', ')}`;
        await pair.obey(done.at(-1) ?? 'pass').catch((cause: unknown) => {
          throw new Error(so, { cause });
        });
        const { is, shallBe } = await pair.compare();
        expect({ so, ...is }).toEqual({ so, ...shallBe });
      }
    }
  },
  runs * commands * 2_000,
);
