import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });

describe('own servers', () => {
  it('PostgreSQL starts on its own port, not as root, and is gone after stop', async () => {
    const postgres = await startPostgres();
    expect(await answers(postgres.port)).toBe(true);
    await postgres.stop();
    expect(await answers(postgres.port)).toBe(false);
  });

  it('NATS starts on its own port and is gone after stop', async () => {
    const nats = await startNats();
    const port = Number(new URL(nats.url).port);
    expect(await answers(port)).toBe(true);
    await nats.stop();
    expect(await answers(port)).toBe(false);
  });

  it('a server ends when the process that started it is killed without a chance to clean up', async () => {
    const script = `
      const { startNats } = await import(${JSON.stringify(new URL('./nats.ts', import.meta.url).href)});
      console.log((await startNats()).url);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(new URL(line.toString().trim()).port);
    expect(await answers(port)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const deadline = Date.now() + 10_000;
    while ((await answers(port)) && Date.now() < deadline) await pause(50);
    expect(await answers(port)).toBe(false);
  });
});
