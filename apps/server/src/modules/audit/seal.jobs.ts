import type { Kysely } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { globalQueries } from '../../platform/db/global.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ChainSeen, SignerClient } from '../../platform/signer-client.ts';
import { sealed } from './audit.presenter.ts';
import { listUnsealed, readChain } from './audit.queries.ts';
import { insertCheckpoint } from './audit.repository.ts';
import { genesis } from './audit.rules.ts';
import { chainWalk } from './verify.rules.ts';

/** What a run walks of one chain; the rest is vouched for a minute later. */
const mostEntries = 5_000;
/** What the signer takes at once. */
const mostChains = 500;

/** How far each chain of a customer has come, walked from its last checkpoint: nothing broken is put before the signer. */
const seenOf = async (pool: pg.Pool, log: Log, customer: string): Promise<ChainSeen[]> =>
  withTenantRetrying(pool, { customerId: customer, siteIds: [], actorId: null }, async (tx) => {
    const seen: ChainSeen[] = [];
    for (const { chain_id: chain, seq, hash } of await listUnsealed(tx, customer, mostChains)) {
      const start = { seq: seq ?? 0, hash: hash?.toString('hex') ?? genesis };
      const walk = chainWalk([], start);
      const rows = await readChain(tx, { customerId: customer, chainId: chain, after: start.seq, limit: mostEntries });
      const flaw = rows
        .map(sealed)
        .reduce<ReturnType<typeof walk.step>>((found, row) => found ?? walk.step(row), undefined);
      if (flaw) log.error({ customer, chain, ...flaw }, 'the activity log does not hold');
      else if (rows.length > 0) seen.push({ customer, chain, ...walk.last, count: walk.last.seq });
    }
    return seen;
  });

/** Every minute the signer vouches for what was added to each chain. Without a signer chains only follow by themselves. */
export const sealLogs = (
  signer: SignerClient | undefined,
  listCustomerIds: (db: Kysely<Tables>) => Promise<string[]>,
) =>
  job({
    name: 'sealLogs',
    payload: z.object({}),
    cron: '* * * * *',
    async run(_payload, { pool, clock, log }) {
      if (!signer) return;
      for (const customerId of await listCustomerIds(globalQueries(pool))) {
        const seen = await seenOf(pool, log, customerId);
        if (seen.length === 0) continue;
        const checkpoints = await signer.seal(seen);
        await withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
          for (const [index, { chain, seq, hash }] of seen.entries()) {
            const envelope = checkpoints[index];
            if (typeof envelope === 'string')
              await insertCheckpoint(tx, {
                customer_id: customerId,
                chain_id: chain,
                seq,
                hash: Buffer.from(hash, 'hex'),
                signed_at: clock(),
                envelope,
              });
            else
              log.error({ customer: customerId, chain, seq }, 'the signer has seen another activity log than this one');
          }
        });
      }
    },
  });
