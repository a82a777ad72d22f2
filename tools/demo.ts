// `npm run demo`: the built product with three customers, twelve sites, 5,000 hosts and a year behind them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { demoPassword } from '../apps/server/src/demo.ts';
import { tenants } from './demo/customers.ts';
import { startDemo } from './demo/start.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '5000' }, days: { type: 'string', default: '365' } },
});

let stop: (() => Promise<void>) | undefined;
let isStopping = false;
const end = async (exitCode: number): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  // Stopped while its past is made, what is still under way loses its database; nobody waits for it any more.
  process.on('uncaughtException', () => undefined);
  await stop?.();
  process.exit(exitCode);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

try {
  const demo = await startDemo({
    kept: process.env['PATCHKEEP_DEMO_DIR'] ?? join(repository, '.demo'),
    hosts: Number(values.hosts),
    days: Number(values.days),
    say: (words) => console.log(`  ${words}`),
  });
  ({ stop } = demo);
  console.log(`\n  Patchkeep is at  ${demo.url}`);
  for (const { name, administrator } of tenants) console.log(`  Sign in as       ${administrator}  (${name})`);
  console.log(`  with password    ${demoPassword}`);
  console.log('\n  Ctrl+C stops everything. The data stays for the next time.\n');
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    /lock file "postmaster.pid"/.test(reason) ? 'npm run demo is already running in this checkout.' : reason,
  );
  await end(1);
}
