import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { agentBase } from '@patchkeep/contract/agent/protocol';
import { uiBase } from '@patchkeep/contract/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login, loginBody, newInstall } from './testkit/installed.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
beforeAll(async () => {
  install = await newInstall();
  await install.setup();
});
afterAll(() => install.remove());
beforeEach(() => {
  toldAt = Infinity;
});

interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
type Outcome = { status: number } | { error: string };

/** How long `main.ts` leaves idle connections open. */
const idleDrainMs = 2_000;
/** When the server was told to stop; until then, never. */
let toldAt = Infinity;

const send = (port: number, agent: http.Agent | false, { method, path, headers, body }: Request): Promise<Outcome> =>
  new Promise((resolve) => {
    let connectedAt = 0;
    let sentAt = Infinity;
    const failed = (error: NodeJS.ErrnoException) => {
      // A connection made after the signal can meet a port that is just being closed: nobody has taken it in. Neither
      // has anybody taken in a request on a connection that was idle for as long as the server leaves those open.
      const isReset = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const isUnseen = connectedAt > toldAt || sentAt > toldAt + idleDrainMs;
      const isTooLate = error.code === 'ECONNREFUSED' || (isReset && isUnseen);
      resolve({ error: isTooLate && toldAt < Infinity ? 'too late' : (error.code ?? error.message) });
    };
    const outgoing = http.request(
      { port, host: '127.0.0.1', agent, method, path, headers: headers ?? {} },
      (incoming) => {
        incoming.once('error', failed);
        incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0 }));
        incoming.resume();
      },
    );
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (connectedAt = performance.now()));
    });
    outgoing.once('error', failed);
    outgoing.once('finish', () => (sentAt = performance.now()));
    outgoing.end(body);
  });

/** A busy machine takes longer than the 15 s after which the server would cut what is left. */
const asApi = { PATCHKEEP_ROLE: 'api', PATCHKEEP_STOP_SECONDS: '100' };

// Each starts servers as processes of their own.
describe('a server that is told to stop', () => {
  it('answers every request that reached it: of more than 1,000 under load none is cut', async () => {
    const { child, url, port, ended } = await install.start(asApi);
    const { cookie } = await login(url);
    const json = { 'content-type': 'application/json' };
    const requests: Request[] = [
      { method: 'GET', path: `${uiBase}/ehlo?instanceId=11111111-1111-4111-8111-111111111111`, headers: { cookie } },
      // The fast path answers outside the framework; it must end its connections too.
      { method: 'POST', path: `${agentBase}/check-in`, headers: { ...json, 'content-length': '2' }, body: '{}' },
      { method: 'GET', path: '/readyz' },
    ];
    const seen = { answered: 0, refused: 0, cut: [] as string[] };
    const count = (outcome: Outcome): void => {
      if (!('error' in outcome)) seen.answered += 1;
      else if (outcome.error === 'too late') seen.refused += 1;
      else seen.cut.push(outcome.error);
    };
    const tellAt = 1_000;
    const client = async (isKeptOpen: boolean, first: number): Promise<void> => {
      const agent = isKeptOpen ? new http.Agent({ keepAlive: true, maxSockets: 1 }) : false;
      for (let i = first; ; i += 1) {
        const outcome = await send(port, agent, requests[i % requests.length] as Request);
        count(outcome);
        if ('error' in outcome) break;
        if (seen.answered >= tellAt && toldAt === Infinity) {
          toldAt = performance.now();
          child.kill('SIGTERM');
        }
      }
      if (agent) agent.destroy();
    };
    // Signing in takes longest: some of these are under way when the signal comes.
    const body = await loginBody();
    const slow = Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        await pause(i * 25);
        const signIn = { method: 'POST', path: `${uiBase}/login`, headers: json, body };
        return send(port, false, signIn);
      }),
    );
    await Promise.all(Array.from({ length: 60 }, (_, i) => client(i % 4 !== 0, i)));
    for (const outcome of await slow) count(outcome);
    expect(seen.cut).toEqual([]);
    expect(seen.refused).toBeGreaterThan(0);
    expect(seen.answered).toBeGreaterThan(1_000);
    expect((await ended)[0]).toBe(0);
  });

  it('finishes a sign-in that was sent before the signal on a connection that was open already', async () => {
    const { child, port, ended } = await install.start(asApi);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    await send(port, agent, { method: 'GET', path: '/healthz' });
    const path = `${uiBase}/login`;
    const headers = { 'content-type': 'application/json' };
    const outgoing = http.request({ port, host: '127.0.0.1', agent, method: 'POST', path, headers });
    outgoing.end(await loginBody());
    await once(outgoing, 'finish');
    expect(outgoing.reusedSocket).toBe(true);
    child.kill('SIGTERM');
    const [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    expect(incoming.statusCode).toBe(200);
    expect(incoming.headers.connection).toBe('close');
    incoming.resume();
    expect((await ended)[0]).toBe(0);
  });

  it('gives event streams an end, and is gone within seconds although consoles hold them', async () => {
    const { child, url, ended } = await install.start({ PATCHKEEP_STOP_SECONDS: '100' });
    const { cookie } = await login(url);
    const path = `${uiBase}/events?instanceId=11111111-1111-4111-8111-111111111111`;
    const stream = await fetch(`${url}${path}`, { headers: { cookie } });
    expect(stream.status).toBe(200);
    const stoppedAt = Date.now();
    child.kill('SIGTERM');
    // A stream that is cut throws here.
    expect(await stream.text()).toContain('retry:');
    expect((await ended)[0]).toBe(0);
    // With a stream that is not ended it would take the 100 s.
    expect(Date.now() - stoppedAt).toBeLessThan(60_000);
  });
});
