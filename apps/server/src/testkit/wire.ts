import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedCall } from '@patchkeep/agent-client/signed-call';
import type { TestApp } from './app.ts';

export interface Wire {
  /** One call over a kept connection, as it comes off the network; the status, or 0 when the line was cut. */
  send(call: Omit<SignedCall, 'method'> & { method: string }): Promise<{ status: number; body: string }>;
  close(): void;
}

/** The server behind a real port: some calls take a shorter way there than those that are injected. */
export const openWire = async ({ app }: TestApp): Promise<Wire> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const outgoing = request(
          { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, 'content-length': body.length } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
          },
        );
        outgoing.on('error', () => resolve({ status: 0, body: '' }));
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
};
