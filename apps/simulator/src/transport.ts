import http from 'node:http';
import https from 'node:https';
import type { Send } from './host.ts';

/** Kept connections to one server; a host of a real fleet has one, a simulated fleet shares a few hundred. */
export const transportTo = (server: string, connections: number): { send: Send; close(): void } => {
  const { request, Agent } = server.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const call = request(
        new URL(path, server),
        { method, agent, headers: { ...headers, 'content-length': body.length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
          answer.on('error', reject);
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  return { send, close: () => agent.destroy() };
};
