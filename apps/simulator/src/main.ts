import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { enrolFleet, type Outage, percentile, runFleet } from './fleet.ts';
import type { SimulatedHost } from './host.ts';
import { zipfSizes } from './sizes.ts';
import { transportTo } from './transport.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    'token-file': { type: 'string' },
    hosts: { type: 'string', default: '100' },
    applications: { type: 'string', default: '25' },
    interval: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '600' },
    churn: { type: 'string', default: '0.01' },
    reboots: { type: 'string', default: '0.001' },
    'clock-error': { type: 'string', default: '0' },
    outage: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
  },
});
if (!values.server || !values['token-file'])
  throw new Error(
    'simulator --server URL --token-file FILE [--hosts 100] [--applications 25] [--interval 300] [--seconds 600] [--churn 0.01] [--reboots 0.001] [--clock-error SECONDS] [--outage FROM-TO:SHARE]... [--seed 1]',
  );

const { send, close } = transportTo(values.server, 128);
/** One token per line, each of a customer: the first gets most hosts, as customers are. */
const tokens = readFileSync(values['token-file'], 'utf8').trim().split(/\s+/);
const outages = values.outage.map((text): Outage => {
  const [, fromSecond, toSecond, share] = /^(\d+)-(\d+):(0?\.\d+|1)$/.exec(text) ?? [];
  if (share === undefined) throw new Error(`Not an outage: ${text}; as in 60-120:0.3`);
  return { fromSecond: Number(fromSecond), toSecond: Number(toSecond), share: Number(share) };
});
const seed = Number(values.seed);
const began = performance.now();
const fleet: SimulatedHost[] = [];
for (const [index, hosts] of zipfSizes(Number(values.hosts), tokens.length).entries())
  fleet.push(
    ...(await enrolFleet({
      send,
      token: tokens[index] ?? '',
      hosts,
      applications: Number(values.applications),
      seed: seed + index,
      clockErrorSeconds: Number(values['clock-error']),
    })),
  );
console.log(`${fleet.length} hosts enrolled in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
const outcome = await runFleet(fleet, {
  seconds: Number(values.seconds),
  intervalSeconds: Number(values.interval),
  churn: Number(values.churn),
  reboots: Number(values.reboots),
  outages,
  seed,
});
const { checkIns, failures, reboots, missed, latenciesMs } = outcome;
console.log(
  JSON.stringify({
    checkIns,
    failures,
    reboots,
    missed,
    p50Ms: Math.round(percentile(latenciesMs, 50)),
    p99Ms: Math.round(percentile(latenciesMs, 99)),
  }),
);
close();
