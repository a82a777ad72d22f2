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

const signedOrders = z.object({
  rootVersion: z.int(),
  site: z.string(),
  freshness: z.string(),
  orders: z.array(z.string()),
});
/** A chain of the activity log as the server sees it. */
export interface ChainSeen {
  customer: string;
  chain: string;
  seq: number;
  hash: string;
  count: number;
  /** How the hashes of the entries begin, from that of the last checkpoint on. */
  beginnings: string;
}
const sealedChains = z.object({ checkpoints: z.array(z.string().nullable()) });
const rootAnswer = z.object({ root: z.string(), steps: z.array(z.string()).default([]) });
export type Roots = z.output<typeof rootAnswer>;
/** A signer that was given new keys is asked again soon enough. */
const rootsBelievedMs = 30_000;
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
  let known: { roots: Promise<Roots>; until: number } | undefined;
  const roots = (): Promise<Roots> => {
    if (known && known.until > Date.now()) return known.roots;
    const asked = ask(socketPath, 'GET', '/root', '').then((text) => rootAnswer.parse(JSON.parse(text)));
    asked.catch(() => {
      known = undefined;
    });
    known = { roots: asked, until: Date.now() + rootsBelievedMs };
    return asked;
  };
  return {
    /** Who may sign what, and how hosts that believe an older root get there. */
    roots,
    /** Does it answer now? */
    isUp: (): Promise<boolean> =>
      ask(socketPath, 'GET', '/root', '').then(
        () => true,
        () => false,
      ),
    root: async (): Promise<string> => (await roots()).root,
    async sign(site: string, orders: readonly OrderToSign[]) {
      const answer = await ask(socketPath, 'POST', '/sign', JSON.stringify({ site, orders }));
      const signed = signedOrders.parse(JSON.parse(answer));
      // Signed under a root nobody has heard of yet: hosts must get it with these orders, not half a minute later.
      if (known && signed.rootVersion !== (await known.roots).steps.length + 1) known = undefined;
      return signed;
    },
    /** A checkpoint for each chain; null where the signer has seen more of it, or something else in its place. */
    seal: async (chains: readonly ChainSeen[]) =>
      sealedChains.parse(JSON.parse(await ask(socketPath, 'POST', '/checkpoints', JSON.stringify({ chains }))))
        .checkpoints,
  };
};
export type SignerClient = ReturnType<typeof signerClient>;
