import { type agentApi, agentLimits } from '@patchkeep/contract/agent/protocol';
import { orderKinds } from '@patchkeep/orders/statements';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus } from '../../platform/bus/bus.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import type { SignerClient } from '../../platform/signer-client.ts';
import { type Agent, assignFile, lockHost, openApplicationOptions, setHasWork } from '../hosts/public.ts';
import { giveBack, hasOpenWork, lendTasks, type LentTask } from './tasks.repository.ts';
import { articleOfChannel, windowsUpdateKind } from './windows-update.rules.ts';

type Delivery = z.input<(typeof agentApi)['work']['response']>['deliveries'][number];

/** As long as the longest installer may run, and some. */
const lentMs = 2 * 3_600_000;
const orderSeconds = 3_600;
const signerPauseMs = 60_000;

interface Loan {
  lent: readonly LentTask[];
  /** How hosts of the site deal with their people, whatever the package. */
  people: Record<string, string>;
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

/** Lends a host what waits for it, signed for it alone. Without its signer a server has nothing to say. */
export const workOf = (pool: pg.Pool, bus: Bus, signer: SignerClient | undefined) => {
  const deliver = async ({ siteId, hostId }: Agent, { lent, people }: Loan): Promise<Delivery[]> => {
    if (!signer || lent.length === 0) return [];
    const signed = await signer.sign(
      siteId,
      lent.map((task) => ({
        agent: hostId,
        task: task.task_id,
        kind: orderKinds[task.kind] ?? '',
        statementHash: task.statement ? hex(task.statement.statement_hash) : null,
        options: task.statement ? { ...task.options, ...people } : task.options,
        kbs: task.kind === windowsUpdateKind ? [articleOfChannel(task.channel_tag)] : [],
        attempt: task.attempt,
        secondsToLive: orderSeconds,
      })),
    );
    return lent.map((task, index) => ({
      task: task.task_id,
      attempt: task.attempt,
      epoch: task.epoch,
      site: signed.site,
      freshness: signed.freshness,
      order: signed.orders[index] ?? '',
      package: task.statement?.envelope ?? null,
    }));
  };

  return async (agent: Agent, held: readonly string[] | undefined, now: Date): Promise<Delivery[]> => {
    if (!signer) return [];
    const { customerId, siteId, hostId } = agent;
    const tenant = { customerId, siteIds: [siteId], actorId: null };
    const { isIdle, ...loan } = await withTenant(pool, tenant, async (tx) => {
      const until = new Date(now.getTime() + lentMs);
      const tasks = await lendTasks(tx, agent, { now, until, most: agentLimits.deliveries, held });
      for (const { statement } of tasks)
        if (statement) await assignFile(tx, { customerId, siteId, hostId, sha256: hex(statement.sha256) }, now);
      if (tasks.length > 0)
        return { lent: tasks, people: await openApplicationOptions(tx, customerId, siteId), isIdle: false };
      // Locked before the look: who plans work at this moment says so on the same row, before or after us.
      await lockHost(tx, customerId, hostId);
      const hasOpen = await hasOpenWork(tx, agent);
      if (!hasOpen) await setHasWork(tx, customerId, [hostId], false);
      return { lent: tasks, people: {}, isIdle: !hasOpen };
    });
    // What waits for its time is asked for again; nobody says when it has come.
    if (isIdle) agent.hasWork = false;
    // Who has the activity open sees that it begins.
    if (loan.lent.length > 0)
      void bus.publish([{ customerId, siteAccountUuid: siteId, thing: 'tasks', id: hostId }]).catch(() => undefined);
    try {
      return await deliver(agent, loan);
    } catch (error) {
      await withTenant(pool, tenant, (tx) => giveBack(tx, agent, loan.lent, new Date(now.getTime() + signerPauseMs)));
      throw error;
    }
  };
};
