import { planGoals } from '../../modules/deployments/public.ts';
import type { TestAgent } from '../agent.ts';
import { approvalWorld } from '../approval-world.ts';
import { jobTools } from '../jobs.ts';
import { importVouched, signingApp } from '../signed-packages.ts';

/** What can be on a host of a crowd, by channel, as its inventory says it. */
const crowdSoftware = { 'alpha-editor': 'Alpha Editor 3', 'bravo-player': 'Bravo Player 3' } as const;
export const crowdApps = Object.keys(crowdSoftware) as (keyof typeof crowdSoftware)[];

/** Acts in one site are logged one after the other: on a busy machine, more at once wait longer than they may. */
const callersAtOnce = 4;

/** Hosts, a group and a tag of one site that nobody else uses. */
export interface Ground {
  hosts: readonly TestAgent[];
  group: string;
  tag: string;
}

/** What happens on many grounds at the same moment. */
export class Moment {
  readonly tasks: { hostId: string; channelTag: string; kind: number; from: number; to: number }[] = [];
  readonly moves: { hostId: string; groupId: string | null; tagId: string | null }[] = [];
  readonly shows: { host: TestAgent; apps: readonly string[] }[] = [];
  /** Jobs for which a day passes. */
  readonly aged: string[] = [];
  /** What people and hosts send. */
  readonly calls: (() => Promise<void>)[] = [];
}

/** The work of a job on a host. */
export interface HostWork {
  hostId: string;
  goalId: string | null;
  /** Channel, kind and state of each piece. */
  tasks: string[];
}

/**
 * A site in which many jobs live beside one another, each on a ground of its own. What happens to all of them in one
 * moment is written together, and one run of the planner looks at all: with 25 jobs, a command costs PostgreSQL 30
 * statements instead of 72.
 */
export const crowdWorld = async (groundCount: number, hostsEach: number) => {
  const { app, signer } = await signingApp();
  const manager = await app.signIn('manager');
  const world = await approvalWorld(app, manager, groundCount * hostsEach);
  for (const channelTag of crowdApps)
    await importVouched(app, signer, { channelTag, version: '3.0', isInstallable: true });
  const grounds: Ground[] = [];
  for (let at = 0; at < groundCount; at++)
    grounds.push({
      hosts: world.agents.slice(at * hostsEach, (at + 1) * hostsEach),
      group: await world.makeGroup(`Group ${at}`),
      tag: await world.makeTag(`Tag ${at}`),
    });
  const { sql } = world;

  /** How hosts get work and end it, and how they move, has tests of its own. */
  const carryOut = async ({ tasks, moves, shows, aged, calls }: Moment): Promise<void> => {
    if (tasks.length > 0)
      await sql(
        `update tasks t set state = s."to", changed_at = $2, result = 'failed', cause = 'x'
         from jsonb_to_recordset($1) s ("hostId" uuid, "channelTag" text, kind int, "from" int, "to" int)
         where t.host_id = s."hostId" and t.channel_tag = s."channelTag" and t.kind = s.kind and t.state = s."from"`,
        [JSON.stringify(tasks), app.clock.now],
      );
    if (moves.length > 0) {
      const places = JSON.stringify(moves);
      await sql(
        `update hosts h set group_id = p."groupId"
         from jsonb_to_recordset($1) p ("hostId" uuid, "groupId" uuid) where h.host_id = p."hostId"`,
        [places],
      );
      await sql('delete from host_tags where host_id = any($1)', [moves.map(({ hostId }) => hostId)]);
      await sql(
        `insert into host_tags (customer_id, site_id, tag_id, host_id)
         select h.customer_id, h.site_id, p."tagId", h.host_id
         from jsonb_to_recordset($1) p ("hostId" uuid, "tagId" uuid) join hosts h on h.host_id = p."hostId"
         where p."tagId" is not null`,
        [places],
      );
    }
    // No session of a test lasts a day, so everything of the job becomes a day older.
    if (aged.length > 0) {
      await sql(`update tasks set changed_at = changed_at - interval '1 day' where goal_id = any($1)`, [aged]);
      await sql(`update goals set look_began_at = look_began_at - interval '1 day' where goal_id = any($1)`, [aged]);
    }
    const show = async ({ host, apps }: Moment['shows'][number]) => {
      const names = apps.map((each) => crowdSoftware[each as keyof typeof crowdSoftware]);
      await world.upload(world.agents.indexOf(host), names);
    };
    const left = [...calls];
    const sendInTurn = async () => {
      for (let call = left.shift(); call; call = left.shift()) await call();
    };
    await Promise.all([...shows.map(show), ...Array.from({ length: callersAtOnce }, sendInTurn)]);
  };

  const plan = async (): Promise<void> => {
    app.clock.now = new Date(app.clock.now.getTime() + 61_000);
    await planGoals.run({}, jobTools(app));
  };

  /** All work there is, so that what is on a host where it does not belong is seen. */
  const readWork = async (): Promise<HostWork[]> => {
    const rows = await sql(
      `select host_id, goal_id, array_agg(channel_tag || ' ' || kind || ' ' || state) as tasks from tasks
       group by host_id, goal_id`,
    );
    return rows.map((row) => ({ hostId: row.host_id, goalId: row.goal_id, tasks: row.tasks }));
  };

  /** Takes all jobs and their work away. */
  const clear = async (): Promise<void> => {
    await sql('delete from tasks');
    await sql('delete from goals where customer_id = $1', [world.customerId]);
  };

  return { app, grounds, carryOut, plan, readWork, clear };
};
export type CrowdWorld = Awaited<ReturnType<typeof crowdWorld>>;
