import { type CallEnvironment, createCall } from '../lib/call.ts';

export interface Sent {
  address: URL;
  method: string;
  headers: Headers;
  body: unknown;
}
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** The network, faked: answers in order, the last one for ever, and remembers what was asked. */
export const fakeFetch = (...replies: Reply[]) => {
  const sent: Sent[] = [];
  let next = 0;
  const fetch: CallEnvironment['fetch'] = async (address, init) => {
    sent.push({
      address: new URL(address, 'https://console.example'),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const reply = replies[Math.min(next++, replies.length - 1)] ?? {};
    if (reply instanceof Error) throw reply;
    const { status = 200, body = {}, headers = {} } = reply;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
  return { fetch, sent };
};

export const testInstance = '0123abcd-0123-4123-8123-0123456789ab';

/** A caller over a faked network whose waits pass at once and are written down. */
export const fakeCaller = (replies: Reply[], environment: Partial<CallEnvironment> = {}) => {
  const { fetch, sent } = fakeFetch(...replies);
  const waits: number[] = [];
  const call = createCall({
    fetch,
    wait: async (ms) => void waits.push(ms),
    instanceId: testInstance,
    csrf: () => 'the-csrf',
    takeActivity: () => false,
    ...environment,
  });
  return { call, sent, waits };
};
