import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { enrolFleet, percentile, runFleet } from './fleet.ts';
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
    seed: { type: 'string', default: '1' },
  },
});
if (!values.server || !values['token-file'])
  throw new Error(
    'simulator --server URL --token-file FILE [--hosts 100] [--applications 25] [--interval 300] [--seconds 600] [--churn 0.01] [--seed 1]',
  );

const { send, close } = transportTo(values.server, 128);
const token = readFileSync(values['token-file'], 'utf8').trim();
const seed = Number(values.seed);
const began = performance.now();
const fleet = await enrolFleet({
  send,
  token,
  hosts: Number(values.hosts),
  applications: Number(values.applications),
  seed,
});
console.log(`${fleet.length} hosts enrolled in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
const outcome = await runFleet(fleet, {
  seconds: Number(values.seconds),
  intervalSeconds: Number(values.interval),
  churn: Number(values.churn),
  seed,
});
const { checkIns, failures, latenciesMs } = outcome;
console.log(
  JSON.stringify({
    checkIns,
    failures,
    p50Ms: Math.round(percentile(latenciesMs, 50)),
    p99Ms: Math.round(percentile(latenciesMs, 99)),
  }),
);
close();
