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
  systemPackage?: { name: string; version: string };
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
/** Who shall vouch for the custom software of a site first. The signer reads it anew. */
export interface FirstApproversWish {
  site: string;
  threshold: number;
  rpId: string | null;
  origins: readonly string[];
  keys: readonly object[];
}
const firstApproversAbout = { site: z.string(), madeAt: z.int(), starts: z.int(), hash: z.string() };
const firstApproversAnswer = z.object({ ...firstApproversAbout, statement: z.string(), isNew: z.boolean() });
const allFirstApprovers = z.object({ all: z.array(z.object(firstApproversAbout)) });
const rootAnswer = z.object({ root: z.string(), steps: z.array(z.string()).default([]) });
export type Roots = z.output<typeof rootAnswer>;
/** A signer that was given new keys is asked again soon enough. */
const rootsBelievedMs = 30_000;
const timeoutMs = 5_000;
/** A signer that is started again is away for some seconds; only what lasts longer is told to people. */
const silenceMs = 60_000;

class Refused extends Error {}

const askSocket = (socketPath: string, method: string, path: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = http.request({ socketPath, method, path, timeout: timeoutMs }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(parts).toString();
        if (incoming.statusCode === 200) resolve(text);
        else reject(new Refused(`The signer answered ${incoming.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('The signer does not answer')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** The process that holds the keys, asked over its socket. The server itself can sign nothing. */
export const signerClient = (socketPath: string, clock: () => Date = () => new Date()) => {
  let silentSince: Date | undefined;
  /** Remembers since when nothing answers; an answer that refuses is an answer. */
  const ask = async (method: string, path: string, body: string): Promise<string> => {
    try {
      const text = await askSocket(socketPath, method, path, body);
      silentSince = undefined;
      return text;
    } catch (error) {
      if (error instanceof Refused) silentSince = undefined;
      else silentSince ??= clock();
      throw error;
    }
  };
  let known: { roots: Promise<Roots>; until: number } | undefined;
  const roots = (): Promise<Roots> => {
    if (known && known.until > Date.now()) return known.roots;
    const fetching = ask('GET', '/root', '').then((text) => rootAnswer.parse(JSON.parse(text)));
    fetching.catch(() => {
      known = undefined;
    });
    known = { roots: fetching, until: Date.now() + rootsBelievedMs };
    return fetching;
  };
  return {
    /** Who may sign what, and how hosts that believe an older root get there. */
    roots,
    /** Does it answer now? */
    isUp: (): Promise<boolean> =>
      ask('GET', '/root', '').then(
        () => true,
        () => false,
      ),
    /** Since when it has not answered, if that is a while by now. Nobody is asked: readiness asks every few seconds. */
    silentSince: (): Date | undefined =>
      silentSince !== undefined && clock().getTime() - silentSince.getTime() >= silenceMs ? silentSince : undefined,
    root: async (): Promise<string> => (await roots()).root,
    async sign(site: string, orders: readonly OrderToSign[]) {
      const answer = await ask('POST', '/sign', JSON.stringify({ site, orders }));
      const signed = signedOrders.parse(JSON.parse(answer));
      // Signed under a root nobody has heard of yet: hosts must get it with these orders, not half a minute later.
      if (known && signed.rootVersion !== (await known.roots).steps.length + 1) known = undefined;
      return signed;
    },
    /** Once for each site; it counts 72 hours after `madeAt`. Refused where the site has other ones. */
    nameFirstApprovers: async (wish: FirstApproversWish) =>
      firstApproversAnswer.parse(JSON.parse(await ask('POST', '/first-approvers', JSON.stringify(wish)))),
    /** All that it has ever named, so that those nobody here asked for are noticed. */
    firstApprovers: async () => allFirstApprovers.parse(JSON.parse(await ask('GET', '/first-approvers', ''))).all,
    /** A checkpoint for each chain; null where the signer has seen more of it, or something else in its place. */
    seal: async (chains: readonly ChainSeen[]) =>
      sealedChains.parse(JSON.parse(await ask('POST', '/checkpoints', JSON.stringify({ chains })))).checkpoints,
  };
};
export type SignerClient = ReturnType<typeof signerClient>;
