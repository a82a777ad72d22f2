import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hosts } from '@patchkeep/contract/hosts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import { signInAsAdministrator } from '../../tools/administrator.ts';
import { recordFigure } from '../../tools/figures/figures.ts';
import { startFaultyStack } from '../faults/stack.ts';
import { openEffects } from './effects.ts';
import type { Machine } from './machine.ts';
import { startChaosSigner } from './signer.ts';
import { stormyNetwork } from './transport.ts';
import { judgeRun } from './verdict.ts';
import { addChannels, giveTasks, raiseMachines } from './world.ts';

/**
 * `npm run proofs -- chaos [--short]`: the real server, PostgreSQL and signer, and machines with the real agent's code, in bad
 * weather: calls are lost, doubled and late, server and PostgreSQL are killed, agents die at random write points. When
 * it is over, every task must have been done at most once and have an end.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    machines: { type: 'string' },
    applications: { type: 'string' },
  },
});
const size = {
  machines: Number(values.machines ?? (values.short ? 100 : 1_000)),
  applications: Number(values.applications ?? (values.short ? 20 : 100)),
  serverKills: values.short ? 2 : 20,
  postgresKills: values.short ? 1 : 5,
};
const total = size.machines * size.applications;
const atOnce = 48;
const lifetime = 300;

const began = Date.now();
const seconds = (): number => Math.round((Date.now() - began) / 1_000);
const say = (text: string): void => console.log(`${String(seconds()).padStart(5)} s  ${text}`);

// An impatient CI ends us politely: what we started goes with us.
process.once('SIGTERM', () => process.exit(1));
process.setMaxListeners(100);

const directory = mkdtempSync(join(tmpdir(), 'patchkeep-chaos-'));
const signer = await startChaosSigner();
const stack = await startFaultyStack(signer.env);
let administrator = await signInAsAdministrator(stack.url);
let signedInAt = Date.now();
const vouched = await signer.publish(
  stack.databaseUrl('patchkeep_worker'),
  await addChannels(stack, size.applications),
);
const effects = openEffects(join(directory, 'effects'));
const network = stormyNetwork(stack.url, { lost: 0.05, duplicated: 0.1, reordered: 0.1 }, randomFrom(15));
const fleet = await raiseMachines({
  stack,
  administrator,
  directory,
  vouched,
  effects,
  network,
  lifetime,
  machines: size.machines,
});
say(`${size.machines} machines enrolled`);
await giveTasks(stack, vouched);
say(`${total} tasks given`);

let isOver = false;
const queue: { machine: Machine; notBefore: number }[] = fleet.map((machine) => ({ machine, notBefore: 0 }));
const worker = async (): Promise<void> => {
  while (!isOver) {
    const at = queue.findIndex(({ notBefore }) => notBefore <= Date.now());
    const [next] = at < 0 ? [] : queue.splice(at, 1);
    if (!next) {
      await pause(20);
      continue;
    }
    const isGood = await next.machine.exchange();
    // Real agents wait for minutes; a second is enough to tell a late call from the next one.
    const rest = isGood && !next.machine.isUpToDate ? 100 : 1_200;
    queue.push({ machine: next.machine, notBefore: Date.now() + rest });
  }
};
const working = Array.from({ length: atOnce }, worker);

/**
 * Retries wait for a quarter of an hour and inspections for a day: so much time has passed. Asking for an inspection
 * also makes the server read anew when the host has work.
 */
const letTimePass = async (): Promise<void> => {
  await stack.query('update tasks set ready_at = now() where state = 0 and ready_at > now()');
  await stack.query('update hosts set work_at = now() where work_at > now()');
  const open = await stack.query(
    'select distinct host_id from tasks where state in (0, 1) and attempt > 0 or state in (2, 6) and not has_inventory limit 500',
  );
  const agents = open.map(({ host_id }) => String(host_id));
  // A session ends after an hour; the bad weather may last longer.
  if (Date.now() - signedInAt > 30 * 60_000) {
    administrator = await signInAsAdministrator(stack.url);
    signedInAt = Date.now();
  }
  if (agents.length > 0) await administrator.call(hosts.inspect, { body: { hosts: agents } });
};

const kills = [
  ...Array.from({ length: size.serverKills }, () => stack.killServer),
  ...Array.from({ length: size.postgresKills }, () => stack.killPostgres),
];
const order = randomFrom(4);
kills.sort(() => order.next() - 0.5);
for (const [i, kill] of kills.entries()) {
  const due = (total * (i + 1)) / (kills.length + 2);
  let passed = Date.now();
  while (effects.total() < due) {
    await pause(50);
    if (Date.now() - passed < 5_000) continue;
    await letTimePass();
    passed = Date.now();
  }
  network.cutOff();
  await kill();
  say(`${kill === stack.killServer ? 'server' : 'PostgreSQL'} killed at ${effects.total()} effects`);
}

const countOpen = async (): Promise<number> =>
  (await stack.query('select count(*)::int as n from tasks where state in (0, 1, 2, 6)'))[0].n;
let open = await countOpen();
for (let round = 0; open > 0 && round < 200; round++) {
  // Most of the work is done in bad weather; then it clears up.
  if (effects.total() >= total * 0.99) {
    network.calmDown();
    for (const machine of fleet) machine.calmDown();
  }
  await pause(3_000);
  await letTimePass();
  open = await countOpen();
  if (round % 5 === 0) say(`${open} tasks without an end, ${effects.total()} effects`);
}
isOver = true;
await Promise.all(working);
for (const machine of fleet) machine.close();

const { violations, ...verdict } = await judgeRun(stack, effects, vouched);
const { calls, lost, duplicated, reordered } = network.counts;
const deaths = fleet.reduce((sum, machine) => sum + machine.deaths, 0);
say(`${calls} calls: ${lost} lost, ${duplicated} twice, ${reordered} late; ${deaths} deaths of agents`);
say(`${size.serverKills} kills of the server, ${size.postgresKills} of PostgreSQL`);
say(
  `${verdict.tasks} tasks: ${verdict.verified} verified, ${verdict.failed} failed, ${verdict.unknown} unknown; ${violations.length} violations`,
);
if (!values.short)
  recordFigure({
    id: 'chaos',
    what: 'tasks done twice, lost or without an end in bad weather',
    value: violations.length,
    unit: 'violations',
    goal: 0,
    goalIs: 'at most',
    command: 'npm run proofs -- chaos',
    detail: `${verdict.tasks} tasks, ${calls} calls, ${deaths} deaths of agents`,
  });
for (const violation of violations.slice(0, 20)) console.log(`         ${violation}`);
network.close();
effects.close();
await stack.stop();
await signer.stop();
rmSync(directory, { recursive: true });
process.exit(violations.length > 0 ? 1 : 0);
