import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../tools/services/free-port.ts';
import { startNats } from '../../../tools/services/nats.ts';
import { newInstall } from './testkit/installed.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
beforeAll(async () => {
  install = await newInstall();
  await install.setup();
});
afterAll(() => install.remove());

const readyz = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return { code: answer.status, body: (await answer.json()) as { status: string; missing: string[] } };
};

describe('a process that loses what it stands on', () => {
  it('says in readyz and in one log line that NATS and the signer are gone, and serves on', async () => {
    const nats = await startNats();
    const port = await freePort();
    const { child, url, lines, ended } = await install.start({
      PATCHKEEP_NATS_URL: nats.url,
      PATCHKEEP_SIGNER_SOCKET: '/nowhere/signer.socket',
      PATCHKEEP_HEALTH_PORT: String(port),
      PATCHKEEP_FEEDS: 'bundle',
    });
    expect(await readyz(url)).toEqual({ code: 200, body: { status: 'degraded', missing: ['signer'] } });
    await nats.stop();
    const lost = { code: 200, body: { status: 'degraded', missing: ['bus', 'signer'] } };
    await expect.poll(() => readyz(url)).toEqual(lost);
    // The worker's own port says the same.
    await expect.poll(() => readyz(`http://127.0.0.1:${port}`)).toEqual(lost);
    const logged = () =>
      lines
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, string>);
    await expect.poll(() => logged().map(({ msg }) => msg)).toContain('bus lost');
    await pause(6_000);
    expect(logged().filter(({ msg }) => msg === 'bus lost')).toHaveLength(1);
    for (const line of logged())
      expect(line).toMatchObject({
        role: 'all',
        instance: expect.stringContaining(`:${child.pid}`),
        version: expect.any(String),
      });
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});
