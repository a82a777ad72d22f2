import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { makeToken } from './support/agent-parts.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';

/** The agent program itself, on a folder that looks like a Linux with nothing installed. */
const program = fileURLToPath(new URL('../apps/agent/src/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'patchkeep-called-'));
const place = ['--state', join(folder, 'state'), '--root', join(folder, 'root')];
let signer: SignerProcess;
let stack: Stack;
let administrator: Administrator;
let agent: ChildProcess;
let hostId: string;

const hostRow = async () => (await stack.sql('select * from hosts where host_id = $1', [hostId]))[0];
const call = () => administrator.call(hosts.inspect, { body: { hosts: [hostId] } });
/** Much sooner than polling would bring it. */
const soon = async (isTrue: () => Promise<boolean>): Promise<void> => {
  const giveUp = Date.now() + 40_000;
  while (!(await isTrue())) {
    if (Date.now() > giveUp) throw new Error('The host did not come');
    await pause(50);
  }
};

beforeAll(async () => {
  signer = await startSigner();
  stack = await startStack(signer.env);
  administrator = await signInAsAdministrator(stack.url);
  mkdirSync(join(folder, 'root'));
  writeFileSync(join(folder, 'token'), await makeToken(administrator), { mode: 0o600 });
  const enrol = ['enrol', '--server', stack.url, '--token-file', join(folder, 'token')];
  await promisify(execFile)(process.execPath, [program, ...enrol, ...place]);
  const [row] = await stack.sql('select host_id from hosts order by enrolled_at desc limit 1');
  hostId = String(row?.['host_id']);
  agent = spawn(process.execPath, [program, 'run', ...place], { stdio: 'ignore' });
  await soon(async () => (await hostRow())?.['inventory_at'] !== null);
});

afterAll(async () => {
  const ended = once(agent, 'exit');
  agent.kill('SIGTERM');
  await ended;
  await stack?.stop();
  await signer?.stop();
  rmSync(folder, { recursive: true });
});

describe('a host that holds its connection', () => {
  it('is inspected within moments of the click, three times in a row, minutes before it would have come', async () => {
    for (let i = 0; i < 3; i++) {
      await call();
      await soon(async () => {
        const row = await hostRow();
        return row?.['inspected_revision'] === row?.['inspect_revision'];
      });
    }
  });

  it('follows its signer to new keys, and no longer listens to the old ones', async () => {
    // An order that does nothing: what comes back is whether the host believed it.
    const wordOf = async (): Promise<string> => {
      const taskId = randomUUID();
      const row = await hostRow();
      await stack.sql(
        `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version, options,
           state, attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result, cause, is_disk_full)
         values ($1, $2, $3, $4, 5, $5, '', '', '{}', 0, 0, 0, now(), 0, false, now(), now(), 'pending', '', false)`,
        [row?.['customer_id'], row?.['site_id'], taskId, hostId, `inspect ${taskId}`],
      );
      await stack.sql('update hosts set work_at = now() where host_id = $1', [hostId]);
      await call();
      let task: Record<string, unknown> | undefined;
      await soon(async () => {
        [task] = await stack.sql('select * from tasks where task_id = $1', [taskId]);
        return Number(task?.['state']) > 1;
      });
      return String(task?.['cause']);
    };
    const believed = 'This host has no use for this kind of work.';
    await expect.poll(wordOf).toBe(believed);
    await signer.rotate();
    await expect.poll(wordOf).toBe(believed);
    await signer.goBack();
    await expect.poll(wordOf).toContain('notSigned');
  });
});
