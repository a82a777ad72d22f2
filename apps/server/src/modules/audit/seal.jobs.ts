import { beginningOf, mostBeginnings } from '@patchkeep/orders/statements';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { globalQueries } from '../../platform/db/global.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type Tx, withTenantRetrying } from '../../platform/db/tenant.ts';
import { job, type JobTools } from '../../platform/jobs/jobs.ts';
import type { ChainSeen, SignerClient } from '../../platform/signer-client.ts';
import { sealed } from './audit.presenter.ts';
import { listUnsealed, readChain } from './audit.queries.ts';
import { insertCheckpoint } from './audit.repository.ts';
import { genesis } from './audit.rules.ts';
import { chainWalk, type Flaw } from './verify.rules.ts';

/** What a run walks of one chain, beside the entry of the checkpoint before; the rest is vouched for a minute later. */
const mostEntries = mostBeginnings - 1;
/** What a run looks at for one customer. */
const mostChains = 500;
/** What the signer is asked at once: at most 80 KB for each. */
const chainsAtOnce = 10;

type Tools = Pick<JobTools, 'pool' | 'clock' | 'log'>;
const asCustomer = <T>({ pool }: Tools, customerId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, work);

type Unsealed = Awaited<ReturnType<typeof listUnsealed>>[number];

/** A chain walked from its last checkpoint, and what is wrong with it. Its head knows of entries that are gone. */
const walked = async (tx: Tx, customerId: string, { chain_id: chainId, head, seq, hash }: Unsealed) => {
  const walk = chainWalk([], { seq: seq ?? 0, hash: hash?.toString('hex') ?? genesis });
  const rows = await readChain(tx, { customerId, chainId, after: walk.last.seq, limit: mostEntries });
  const entries = rows.map(sealed);
  let flaw: Flaw | undefined;
  for (const entry of entries) flaw ??= walk.step(entry);
  if (!flaw && entries.length < mostEntries && walk.last.seq < head) flaw = walk.missing();
  // The signer asks for the entry of its last checkpoint again: a chain that does not name it may have another past.
  const hashes = [...(hash ? [hash.toString('hex')] : []), ...entries.map((entry) => entry.hash)];
  return { flaw, last: walk.last, beginnings: hashes.map(beginningOf).join('') };
};

/** How far each chain of a customer has come. Nothing broken is put before the signer. */
const seenOf = async (tools: Tools, customer: string): Promise<ChainSeen[]> =>
  asCustomer(tools, customer, async (tx) => {
    const seen: ChainSeen[] = [];
    for (const unsealed of await listUnsealed(tx, customer, mostChains)) {
      const chain = unsealed.chain_id;
      const { flaw, last, beginnings } = await walked(tx, customer, unsealed);
      if (flaw) tools.log.error({ customer, chain, ...flaw }, 'the activity log does not hold');
      else seen.push({ customer, chain, ...last, count: last.seq, beginnings });
    }
    return seen;
  });

const sealChains = async (
  tools: Tools,
  signer: SignerClient,
  customerId: string,
  seen: readonly ChainSeen[],
): Promise<void> => {
  const checkpoints = await signer.seal(seen);
  const signedAt = tools.clock();
  await asCustomer(tools, customerId, async (tx) => {
    for (const [index, { chain, seq, hash }] of seen.entries()) {
      const envelope = checkpoints[index];
      if (typeof envelope !== 'string')
        tools.log.error({ customer: customerId, chain, seq }, 'the signer has seen another activity log than this one');
      else
        await insertCheckpoint(tx, {
          customer_id: customerId,
          chain_id: chain,
          seq,
          hash: Buffer.from(hash, 'hex'),
          signed_at: signedAt,
          envelope,
        });
    }
  });
};

const sealCustomer = async (tools: Tools, signer: SignerClient, customerId: string): Promise<void> => {
  const seen = await seenOf(tools, customerId);
  for (let at = 0; at < seen.length; at += chainsAtOnce)
    await sealChains(tools, signer, customerId, seen.slice(at, at + chainsAtOnce));
};

/**
 * Every minute the signer vouches for what was added to each chain; without a signer chains only follow by themselves.
 * A customer whose log cannot be sealed does not keep the others from it.
 */
export const sealLogs = (
  signer: SignerClient | undefined,
  listCustomerIds: (db: Kysely<Tables>) => Promise<string[]>,
) =>
  job({
    name: 'sealLogs',
    payload: z.object({}),
    cron: '* * * * *',
    async run(_payload, tools) {
      if (!signer) return;
      for (const customerId of await listCustomerIds(globalQueries(tools.pool)))
        await sealCustomer(tools, signer, customerId).catch((err: unknown) =>
          tools.log.error({ err, customer: customerId }, 'an activity log could not be sealed'),
        );
    },
  });
