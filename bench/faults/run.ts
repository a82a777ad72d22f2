import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { configuration } from '@patchkeep/contract/configuration';
import { unpackNumbers } from '../../apps/server/src/platform/db/packed-numbers.ts';
import { enrolFleet } from '../../apps/simulator/src/fleet.ts';
import type { SimulatedHost } from '../../apps/simulator/src/host.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import { signInAsAdministrator } from '../../tools/administrator.ts';
import { recordFigure } from '../../tools/figures/figures.ts';
import { startFaultyStack } from './stack.ts';

/**
 * `npm run proofs -- faults [--short]`: kills the server and PostgreSQL while hosts upload, then holds the database to what
 * the hosts were told. An acknowledged inventory must be there; nothing may be there twice or half.
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const serverKills = values.short ? 4 : 20;
const postgresKills = values.short ? 1 : 5;
const hosts = 24;

/** What a host knows for certain, and what it may or may not have said: an answer that never came is neither. */
interface History {
  acknowledged: string | null;
  sentSince: Set<string>;
  acks: number;
}

const stack = await startFaultyStack();
const administrator = await signInAsAdministrator(stack.url);
const { secret } = await administrator.call(configuration.createInstallToken, {
  body: { name: 'faults', useCap: hosts },
});
const { send, close } = transportTo(stack.url, hosts);
const fleet = await enrolFleet({ send, token: secret, hosts, applications: 12, seed: 7 });
const histories = new Map<SimulatedHost, History>(
  fleet.map((host) => [host, { acknowledged: null, sentSince: new Set(), acks: 0 }]),
);

let isOver = false;
const live = async (host: SimulatedHost, history: History): Promise<void> => {
  let revision = 1;
  while (!isOver) {
    host.change();
    const hash = inventoryHash(host.software);
    history.sentSince.add(hash);
    const status = await host.upload(revision++).catch(() => 0);
    if (status === 200) {
      history.acknowledged = hash;
      history.sentSince = new Set();
      history.acks += 1;
    }
    await pause(status === 200 ? 5 : 50);
  }
};
const living = [...histories].map(([host, history]) => live(host, history));

const acks = (): number => [...histories.values()].reduce((sum, history) => sum + history.acks, 0);
/** Kills only once work went through again: a kill of an idle server shows nothing. */
const whenBusy = async (kill: () => Promise<void>): Promise<void> => {
  const before = acks();
  while (acks() < before + hosts) await pause(10);
  await kill();
};
for (let i = 0; i < serverKills; i++) await whenBusy(stack.killServer);
for (let i = 0; i < postgresKills; i++) await whenBusy(stack.killPostgres);
await whenBusy(async () => undefined);
isOver = true;
await Promise.all(living);
close();

const violations: string[] = [];
const counts = new Map<string, number>();
for (const { customer_id, host_nos } of await stack.query('select customer_id, host_nos from version_holders'))
  for (const hostNo of unpackNumbers(host_nos))
    counts.set(`${customer_id} ${hostNo}`, (counts.get(`${customer_id} ${hostNo}`) ?? 0) + 1);
for (const [host, { acknowledged, sentSince }] of histories) {
  const [row] = await stack.query(
    `select encode(h.inventory_hash, 'hex') as hash, i.version_ids, h.quarantined_at, h.customer_id, h.host_no
     from hosts h left join host_inventories i on i.customer_id = h.customer_id and i.host_no = h.host_no
     where h.host_id = $1`,
    [host.agentUuid],
  );
  if (row.hash !== acknowledged && !sentSince.has(row.hash))
    violations.push(`${host.facts.hostName}: an acknowledged inventory is lost`);
  if (counts.get(`${row.customer_id} ${row.host_no}`) !== unpackNumbers(row.version_ids).length)
    violations.push(`${host.facts.hostName}: the posting lists differ from the inventory`);
  if (row.quarantined_at !== null) violations.push(`${host.facts.hostName}: taken for a copy of itself`);
}
const [twice] = await stack.query(
  'select count(*)::int as n from (select 1 from hosts group by customer_id, host_no having count(*) > 1) t',
);
if (twice.n > 0) violations.push(`${twice.n} hosts are there twice`);
await stack.stop();

console.log(
  `${serverKills} kills of the server, ${postgresKills} of PostgreSQL, ${acks()} acknowledged inventories: ${violations.length} violations`,
);
for (const violation of violations) console.log(`  ${violation}`);
if (!values.short)
  recordFigure({
    id: 'faults',
    what: 'inventories lost, doubled or halved by kills of server and PostgreSQL',
    value: violations.length,
    unit: 'violations',
    goal: 0,
    goalIs: 'at most',
    command: 'npm run proofs -- faults',
    detail: `${serverKills} + ${postgresKills} kills, ${acks()} acknowledged inventories`,
  });
process.exit(violations.length > 0 ? 1 : 0);
