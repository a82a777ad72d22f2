import http from 'node:http';
import { z } from 'zod';

/** What the signer is asked for and gives; see apps/signer, which checks it anew. */
export interface OrderToSign {
  agent: string;
  task: string;
  kind: string;
  statementHash: string | null;
  options: Record<string, string>;
  kbs: number[];
  attempt: number;
  secondsToLive: number;
}

const signedOrders = z.object({ site: z.string(), freshness: z.string(), orders: z.array(z.string()) });
/** A chain of the activity log as the server sees it. */
export interface ChainSeen {
  customer: string;
  chain: string;
  seq: number;
  hash: string;
  count: number;
}
const sealedChains = z.object({ checkpoints: z.array(z.string().nullable()) });
const rootAnswer = z.object({ root: z.string() });
const timeoutMs = 5_000;

const ask = (socketPath: string, method: string, path: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = http.request({ socketPath, method, path, timeout: timeoutMs }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(parts).toString();
        if (incoming.statusCode === 200) resolve(text);
        else reject(new Error(`The signer answered ${incoming.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('The signer does not answer')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });

/** The process that holds the keys, asked over its socket. The server itself can sign nothing. */
export const signerClient = (socketPath: string) => {
  let root: Promise<string> | undefined;
  return {
    /** Who may sign what; the same until the signer is given another. */
    root(): Promise<string> {
      root ??= ask(socketPath, 'GET', '/root', '').then((text) => rootAnswer.parse(JSON.parse(text)).root);
      root.catch(() => {
        root = undefined;
      });
      return root;
    },
    sign: async (site: string, orders: readonly OrderToSign[]) =>
      signedOrders.parse(JSON.parse(await ask(socketPath, 'POST', '/sign', JSON.stringify({ site, orders })))),
    /** A checkpoint for each chain; null where the signer has seen more of it, or something else in its place. */
    seal: async (chains: readonly ChainSeen[]) =>
      sealedChains.parse(JSON.parse(await ask(socketPath, 'POST', '/checkpoints', JSON.stringify({ chains }))))
        .checkpoints,
  };
};
export type SignerClient = ReturnType<typeof signerClient>;
