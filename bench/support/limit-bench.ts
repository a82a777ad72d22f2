import { percentile } from '../../apps/simulator/src/fleet.ts';
import { recordFigure } from '../../tools/figures/figures.ts';

/** Measured against a limit instead of a rival: what a person waits for. */
export interface LimitBench {
  id: string;
  what: string;
  /** No 95th percentile may be above it. */
  limitMs: number;
  /** `hosts`: how many to try it with, where the bench can be tried with fewer. */
  run(
    isShort: boolean,
    hosts?: number,
  ): Promise<{ name: string; times: number[]; /** Where it differs. */ limitMs?: number }[]>;
}

/** Runs it, says what each part took, and tells whether all stayed within the limit. */
export const measureLimit = async (
  bench: LimitBench,
  isShort: boolean,
  isJson: boolean,
  hosts?: number,
): Promise<boolean> => {
  const { id, what, limitMs } = bench;
  const parts = (await bench.run(isShort, hosts)).map(({ name, times, limitMs: own = limitMs }) => ({
    name,
    own,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
  }));
  const worst = Math.max(...parts.map(({ p95 }) => p95));
  if (!isShort) {
    // Another number of hosts is another figure.
    const figure = hosts === undefined ? id : `${id} of ${hosts}`;
    const command = `npm run bench -- ${id}${hosts === undefined ? '' : ` --hosts ${hosts}`}`;
    const limited = { unit: 'ms, worst p95', goalIs: 'at most', command } as const;
    const common = parts.filter(({ own }) => own === limitMs);
    const detail = common.map(({ name, p95 }) => `${name}: ${p95.toFixed(0)} ms`).join('; ');
    if (common.length > 0)
      recordFigure({
        id: figure,
        what,
        value: Math.max(...common.map(({ p95 }) => p95)),
        goal: limitMs,
        detail,
        ...limited,
      });
    // A part with a limit of its own is a figure of its own.
    for (const { name, own, p95 } of parts.filter((part) => part.own !== limitMs))
      recordFigure({ id: `${figure}: ${name}`, what: name, value: p95, goal: own, ...limited });
  }
  if (isJson) console.log(JSON.stringify({ id, worstMs: Math.round(worst), limitMs, parts: parts.length }));
  else {
    console.log(`${id}: ${what}`);
    for (const { name, p50, p95 } of parts)
      console.log(`  ${p50.toFixed(0).padStart(5)} ms median ${p95.toFixed(0).padStart(5)} ms p95  ${name}`);
    console.log(`  worst ${worst.toFixed(0)} ms, limit ${limitMs} ms`);
  }
  // A few short tries beside whatever else the machine does: half of them ten times too slow is a fault, one is a neighbour.
  return parts.every(({ p50, p95, own }) => (isShort ? p50 <= own * 10 : p95 <= own));
};
