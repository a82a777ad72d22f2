// `npm run proofs -- fuzz-api`: 100,000 requests that schemathesis makes up from the document of the public API, sent to
// a real server with hosts. None may be answered with a server error. `--requests N` asks for fewer.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { configuration } from '@patchkeep/contract/configuration';
import { publicBase } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { rolePreset } from '@patchkeep/contract/rights';
import { tags } from '@patchkeep/contract/tags';
import { enrolFleet } from '../apps/simulator/src/fleet.ts';
import { transportTo } from '../apps/simulator/src/transport.ts';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { recordFigure } from '../tools/figures/figures.ts';
import { freePort } from '../tools/services/free-port.ts';
import { startFaultyStack } from './faults/stack.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' } } });
const wanted = Number(values.requests);
const version = '4.32.5';
const venv = fileURLToPath(new URL(`../node_modules/.cache/schemathesis-${version}`, import.meta.url));

const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-fuzz-'));
/** Ended when enough was sent: a round would go on for an hour. */
const generating = new Set<ChildProcess>();
const run = async (program: string, args: readonly string[]): Promise<number> => {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd: scratch,
    env: { ...process.env, PYTHONPATH: scratch, SCHEMATHESIS_HOOKS: 'without_targets' },
  });
  generating.add(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  generating.delete(child);
  return code ?? 1;
};
const install = async (): Promise<void> => {
  if (existsSync(`${venv}/bin/st`)) return;
  const made = await run('python3', ['-m', 'venv', venv]);
  const isInstalled = made === 0 && (await run(`${venv}/bin/pip`, ['install', '-q', `schemathesis==${version}`])) === 0;
  if (!isInstalled) throw new Error('schemathesis could not be installed: python3-venv and PyPI are needed');
};

// Hypothesis would look among its inputs for those that are accepted more often: 60 % of the time went there, by py-spy.
writeFileSync(join(scratch, 'without_targets.py'), 'import hypothesis\n\nhypothesis.target = lambda *_, **__: None\n');

await install();
const stack = await startFaultyStack({ PATCHKEEP_ROLE: 'all' });
const administrator = await signInAsAdministrator(stack.url);
const { secret } = await administrator.call(configuration.createInstallToken, { body: { name: 'fuzz', useCap: 100 } });
const { send, close } = transportTo(stack.url, 4);
const fleet = await enrolFleet({ send, token: secret, hosts: 20, applications: 30, seed: 1 });
for (const host of fleet) await host.upload(1);
await administrator.call(groups.create, { body: { title: 'Lab' } });
await administrator.call(tags.create, { body: { tagName: 'Pilot' } });

/** A token may send 20 requests a second. As many as a site may have let the server be asked as fast as it answers. */
const secrets: string[] = [];
for (let i = 0; i < 90; i += 1) {
  const body = { name: `Fuzz ${i}`, permissions: rolePreset['Read & Write'], expiresInDays: 1 };
  secrets.push((await administrator.call(apiTokens.create, { body })).secret);
}

const counts = new Map<number, number>();
const failures: string[] = [];
let sent = 0;
/** Stands before the server: gives each request the next token, and counts how it was answered. */
const door = createServer((incoming, outgoing) => {
  sent += 1;
  if (sent === wanted) for (const child of generating) child.kill();
  const headers = { ...incoming.headers, host: new URL(stack.url).host, authorization: `Bearer ${secrets[sent % 90]}` };
  const onward = forward(`${stack.url}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
    const status = answer.statusCode ?? 0;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status >= 500 && failures.length < 50)
      failures.push(`${status} ${incoming.method} ${incoming.url?.slice(0, 300)}`);
    outgoing.writeHead(status, answer.headers);
    answer.pipe(outgoing);
  });
  // A request that no HTTP client could send ends here; it never reached the server.
  onward.once('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
const port = await freePort();
door.listen(port, '127.0.0.1');
await once(door, 'listening');

const told = () => `${sent} requests, ${JSON.stringify(Object.fromEntries(counts))}`;
// A round takes half an hour: whoever waits is told how far it came.
const telling = setInterval(() => console.log(told()), 60_000);
/** Schemathesis makes requests up on one core at a time, whatever its number of workers. */
const generators = 2;
for (let round = 1; sent < wanted && round <= 50; round += 1) {
  const fuzz = (seed: number) =>
    run(`${venv}/bin/st`, [
      'run',
      `http://127.0.0.1:${port}${publicBase}/openapi.json`,
      `--url=http://127.0.0.1:${port}`,
      '--checks=not_a_server_error',
      '--phases=coverage,fuzzing',
      '--continue-on-failure',
      '--workers=4',
      '--max-examples=300',
      `--seed=${seed}`,
      '--suppress-health-check=all',
      '--warnings=off',
      '--no-color',
    ]);
  await Promise.all(Array.from({ length: generators }, (_, at) => fuzz(round * generators + at)));
  console.log(`round ${round}: ${told()}`);
}
clearInterval(telling);
const serverErrors = [...counts].reduce((sum, [status, n]) => (status >= 500 && status !== 503 ? sum + n : sum), 0);
const busy = counts.get(503) ?? 0;
for (const failure of failures) console.log(failure);
door.close();
door.closeAllConnections();
close();
await stack.stop();
rmSync(scratch, { recursive: true, force: true });
// Fewer show only that it runs.
const full = 100_000;
if (wanted >= full)
  recordFigure({
    id: 'fuzz-api',
    what: `server errors of ${wanted} made-up requests to the public API`,
    value: serverErrors,
    unit: 'answers',
    goal: 0,
    goalIs: 'at most',
    command: 'npm run proofs -- fuzz-api',
    detail: `${sent} requests; ${busy} were answered 503 with Retry-After`,
  });
console.log(`${sent} requests, ${serverErrors} server errors, ${busy} busy`);
process.exitCode = serverErrors === 0 && sent >= wanted ? 0 : 1;
