import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { percentile, runFleet } from '../apps/simulator/src/fleet.ts';
import { transportTo } from '../apps/simulator/src/transport.ts';
import { recordFigure } from '../tools/figures/figures.ts';
import { raiseFleet } from './support/fleet.ts';
import { startPlatform } from './support/platform.ts';

/**
 * `npm run proofs -- soak [--short]`: a fleet checks in every five minutes for ten minutes, on
 * the machine that also makes its calls. Holds the answers to their limits and the database to what was acknowledged.
 */
const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '10' },
    short: { type: 'boolean', default: false },
  },
});
const hosts = values.short ? 2_000 : Number(values.hosts);
const seconds = values.short ? 12 : Number(values.minutes) * 60;
const intervalSeconds = values.short ? 10 : 300;
/** One change per host and day, and a boot every other day, as offices have them. */
const churn = values.short ? 0.01 : 1 / 288;
const reboots = churn / 2;
const limitMs = 250;

/** Nothing of a process that has just ended: PostgreSQL starts and ends some as it goes. */
const statOf = (pid: number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
};
const cpuSeconds = (pid: number, withChildren: boolean): number => {
  const stat = statOf(pid);
  const ticks = stat.slice(11, withChildren ? 15 : 13).reduce((sum, each) => sum + Number(each), 0);
  return ticks / 100;
};
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(statOf(each)[1]) === pid);
const memoryMb = (pid: number): number => {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1_024);
};

const platform = await startPlatform({
  settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
  isSoaked: !values.short,
});
const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
await client.connect();
const postmaster = Number(statOf((await client.query('select pg_backend_pid() as pid')).rows[0].pid)[1]);
const postgresCpu = (): number =>
  cpuSeconds(postmaster, true) + childrenOf(postmaster).reduce((sum, pid) => sum + cpuSeconds(pid, false), 0);

const { send, close } = transportTo(platform.address, 256);
const began = performance.now();
const fleet = await raiseFleet({ platform, send, hosts, inventories: 400, applications: 150, isInspected: true });
console.log(`${hosts} hosts raised in ${((performance.now() - began) / 1_000).toFixed(0)} s`);

/** When each host was last answered, by what the host saw. */
const answered = new Map<string, number>();
for (const host of fleet) {
  const checkIn = host.checkIn.bind(host);
  host.checkIn = async () => {
    const asked = Date.now();
    const status = await checkIn();
    if (status === 200) answered.set(host.agentUuid, asked);
    return status;
  };
}
const memory: number[] = [];
const watch = setInterval(() => memory.push(memoryMb(platform.pid)), values.short ? 1_000 : 30_000);
const before = { server: cpuSeconds(platform.pid, false), postgres: postgresCpu(), own: process.cpuUsage() };
const outcome = await runFleet(fleet, { seconds, intervalSeconds, churn, reboots, seed: 1 });
clearInterval(watch);
const own = process.cpuUsage(before.own);
const share = (cpu: number): string => `${((cpu / seconds) * 100).toFixed(1)} %`;
const cpu = {
  server: share(cpuSeconds(platform.pid, false) - before.server),
  postgres: share(postgresCpu() - before.postgres),
  generator: share((own.user + own.system) / 1_000_000),
};
close();
// A polite end writes the last sightings, as a restart of the product does.
await platform.endServer();
const epochMs = Date.UTC(2020, 0, 1);
const { rows } = await client.query(
  `select h.host_id, p.seen_minutes[h.host_no % 256 + 1] as minutes, h.quarantined_at is not null as is_quarantined
   from hosts h left join host_presence p on p.customer_id = h.customer_id and p.bucket = h.host_no / 256`,
);
let lost = 0;
for (const { host_id, minutes, is_quarantined } of rows) {
  const at = answered.get(host_id);
  if (is_quarantined || (at !== undefined && Number(minutes ?? 0) < Math.floor((at - epochMs) / 60_000))) lost += 1;
}
await client.end();
await platform.stop();

const { checkIns, failures, reboots: boots, latenciesMs } = outcome;
const p99 = percentile(latenciesMs, 99);
console.log(
  `${checkIns} check-ins of ${answered.size} hosts, ${boots} of them booted: ${failures} failures, ${lost} lost`,
);
console.log(`median ${percentile(latenciesMs, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, limit ${limitMs} ms`);
console.log(`processor: ${JSON.stringify(cpu)} of one core; memory of the server, MB: ${memory.join(' ')}`);
if (!values.short)
  recordFigure({
    id: 'soak',
    what: `check-ins of ${hosts} hosts that failed or were lost`,
    value: failures + lost,
    unit: 'check-ins',
    goal: 0,
    goalIs: 'at most',
    command: 'npm run proofs -- soak',
    detail: `${checkIns} check-ins, p99 ${p99.toFixed(1)} ms, server ${cpu.server} of a core`,
  });
// The short form shows that nothing fails or is lost; how quick it is, only the long one says.
process.exit(failures > 0 || lost > 0 || (!values.short && p99 > limitMs) ? 1 : 0);
