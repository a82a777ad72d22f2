import { parseArgs } from 'node:util';
import { recordFigure } from '../tools/figures/figures.ts';
import { partOf } from '../tools/proofs/choice.ts';
import { approvals } from './suites/approvals.bench.ts';
import { checkInLog } from './suites/check-in-log.bench.ts';
import { checkInRate } from './suites/check-in-rate.bench.ts';
import { dashboards } from './suites/dashboards.bench.ts';
import { deltaIngest } from './suites/delta-ingest.bench.ts';
import { durableCheckIn } from './suites/durable-check-in.bench.ts';
import { herd } from './suites/herd.bench.ts';
import { hostList } from './suites/host-list.bench.ts';
import { http } from './suites/http.bench.ts';
import { inventoryRate } from './suites/inventory-rate.bench.ts';
import { inventorySize } from './suites/inventory-size.bench.ts';
import { job } from './suites/job.bench.ts';
import { hostPageDepth, hostPages } from './suites/list-rate.bench.ts';
import { neighbour } from './suites/neighbour.bench.ts';
import { planning } from './suites/planning.bench.ts';
import { rematchAll } from './suites/rematch.bench.ts';
import { restart } from './suites/restart.bench.ts';
import { resultLists } from './suites/result-lists.bench.ts';
import { sites } from './suites/sites.bench.ts';
import { taskEngine, taskRate } from './suites/task-rate.bench.ts';
import { tenantRead } from './suites/tenant-read.bench.ts';
import { type Bench, measure } from './support/bench.ts';
import { measureLimit } from './support/limit-bench.ts';

/**
 * `npm run bench -- NAME [--json] [--short] [--hosts N]`; without a name, all of them. With `--part`, every limit and
 * the share of the comparisons that the commit chooses: in their short form they show only that they run.
 */
const all: Bench[] = [
  http,
  tenantRead,
  checkInRate,
  durableCheckIn,
  checkInLog,
  inventoryRate,
  inventorySize,
  taskRate,
  taskEngine,
  hostPages,
  hostPageDepth,
  neighbour,
  herd,
  deltaIngest,
  rematchAll,
  restart,
];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    hosts: { type: 'string' },
    part: { type: 'boolean', default: false },
  },
});
/** Held to a limit of their own. */
const limited = [hostList, resultLists, approvals, job, planning, dashboards, sites];
const isChosen = ({ id }: { id: string }): boolean => positionals.length === 0 || positionals.includes(id);
const chosen = (values.part ? partOf(all, 8) : all).filter(isChosen);
const chosenLimited = limited.filter(isChosen);
if (chosen.length + chosenLimited.length === 0)
  throw new Error(`There is no such bench. Known: ${[...all, ...limited].map(({ id }) => id).join(', ')}`);

for (const bench of chosen) {
  // The short form shows that the bench runs; only the long one measures.
  const result = values.short ? await measure(bench, 1, 1, true) : await measure(bench, bench.rounds ?? 9, 3);
  if (!values.short)
    recordFigure({
      id: bench.id,
      what: bench.what,
      value: result.ratio,
      unit: bench.isByCpu ? 'of the bare part, by processor time' : 'of the bare part',
      goal: bench.goal,
      goalIs: bench.isCost ? 'at most' : 'at least',
      command: `npm run bench -- ${bench.id}`,
    });
  if (values.json) {
    console.log(
      JSON.stringify({ id: result.id, ratio: Number(result.ratio.toFixed(3)), rounds: result.rounds.length }),
    );
    continue;
  }
  console.log(`${bench.id}: ${bench.what}`);
  for (const { ours, bare, ratio } of result.rounds)
    console.log(`  ${ours.toFixed(0)} against ${bare.toFixed(0)}: ${ratio.toFixed(3)}`);
  for (const [side, cpu] of Object.entries(result.cpu))
    if (cpu.size > 0)
      console.log(
        `  ${side}: ${[...cpu].map(([name, each]) => `${name} ${each.toFixed(each < 10 ? 1 : 0)} µs`).join(', ')} of processor for one`,
      );
  console.log(`  median ratio ${result.ratio.toFixed(3)}, goal ${bench.isCost ? 'at most' : 'at least'} ${bench.goal}`);
}
const hosts = values.hosts === undefined ? undefined : Number(values.hosts);
for (const bench of chosenLimited)
  if (!(await measureLimit(bench, values.short, values.json, hosts))) process.exitCode = 1;
