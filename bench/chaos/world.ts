import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { configuration } from '@patchkeep/contract/configuration';
import { noteWork } from '../../apps/server/src/modules/hosts/public.ts';
import { insertTasks } from '../../apps/server/src/modules/patching/tasks/tasks.repository.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { withTenant } from '../../apps/server/src/platform/db/tenant.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import type { Administrator } from '../../tools/administrator.ts';
import type { startFaultyStack } from '../faults/stack.ts';
import type { Effects } from './effects.ts';
import { Machine } from './machine.ts';
import type { Vouched } from './signer.ts';
import type { stormyNetwork } from './transport.ts';

export type Stack = Awaited<ReturnType<typeof startFaultyStack>>;
export type Network = ReturnType<typeof stormyNetwork>;

/** Applications of which every machine has version 1.0. */
export const addChannels = async (stack: Stack, count: number): Promise<string[]> => {
  const tags = Array.from({ length: count }, (_, i) => `chaos-${String(i).padStart(3, '0')}`);
  for (const tag of tags) {
    const channel = {
      tag,
      name: tag,
      vendor: 'Chaos',
      wingetIds: [],
      scheme: 'windows',
      cpes: [],
      cnaNames: [],
      describedAs: [],
      installedAs: [tag],
      publishers: ['Chaos'],
    };
    await stack.query(
      `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
         is_suite_member, is_hidden, is_starter, rules, content_hash)
       values ($1, $1, 'Chaos', 'windows', '{}', '{}', '', '', false, false, false, false, $2, '')`,
      [tag, JSON.stringify(channel)],
    );
  }
  return tags;
};

interface Fleet {
  stack: Stack;
  administrator: Administrator;
  directory: string;
  machines: number;
  vouched: readonly Vouched[];
  effects: Effects;
  network: Network;
  lifetime: number;
}

/** Machines enrolled through the front door, with the real agent's own code. */
export const raiseMachines = async (fleet: Fleet): Promise<Machine[]> => {
  const { stack, administrator, directory, vouched, effects, network, lifetime } = fleet;
  const { secret } = await administrator.call(configuration.createInstallToken, {
    body: { name: 'chaos', useCap: fleet.machines },
  });
  const channels = new Map(vouched.map(({ sha256, channelTag }) => [sha256, channelTag]));
  const all = Array.from({ length: fleet.machines }, (_, i) => {
    const place = join(directory, String(i));
    mkdirSync(place, { mode: 0o700 });
    const parts = { name: `CHAOS-${i}`, directory: place, channels, effects, lifetime };
    return new Machine({ ...parts, random: randomFrom(i + 1), send: network.sendOf() });
  });
  const waiting = [...all];
  const enrolInTurn = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.enrol(stack.url, secret);
  };
  await Promise.all(Array.from({ length: 8 }, enrolInTurn));
  return all;
};

/** A task for every machine and application, written as the planner writes them. Installs: the planner leaves those be. */
export const giveTasks = async (stack: Stack, vouched: readonly Vouched[]): Promise<void> => {
  const hosts = await stack.query('select customer_id, site_id, host_id from hosts where host_name like $1', [
    'CHAOS-%',
  ]);
  const { customer_id, site_id } = hosts[0];
  const pool = openPool({
    url: stack.databaseUrl('patchkeep_worker'),
    size: 1,
    name: 'give',
    onError: () => undefined,
  });
  for (const { channelTag, statementHash } of vouched)
    await withTenant(pool, { customerId: customer_id, siteIds: [site_id], actorId: null }, async (tx) => {
      for (let at = 0; at < hosts.length; at += 500)
        await insertTasks(
          tx,
          hosts.slice(at, at + 500).map(({ host_id }) => ({
            customer_id,
            site_id,
            task_id: randomUUID(),
            host_id,
            kind: 1,
            channel_tag: channelTag,
            from_version: '1.0',
            to_version: '2.0',
            statement_hash: statementHash,
            options: {},
          })),
          new Date(),
        );
      await noteWork(
        tx,
        customer_id,
        hosts.map((host) => host.host_id),
        new Date(),
      );
    });
  await pool.end();
};
