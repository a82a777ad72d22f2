// `npm run check`: every guard, one line each. `npm run check -- lint types` runs only those.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { guards, type Guard } from './check/guards.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !guards.some((guard) => guard.name === name));
if (unknown.length > 0) {
  console.error(`no guard named ${unknown.join(', ')}; there are ${guards.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const waiting = guards.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const failed: string[] = [];

async function inspect({ name, look }: Guard) {
  const started = performance.now();
  const { ok, output } = await look(repository);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${seconds.padStart(5)} s`);
  if (ok) return;
  failed.push(name);
  console.log(output.trimEnd().replaceAll(/^/gm, '     '));
}

async function inspectInTurn() {
  for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) await inspect(guard);
}

await Promise.all(Array.from({ length: availableParallelism() }, inspectInTurn));
if (failed.length > 0) {
  console.log(`\n${failed.length} of the guards failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
