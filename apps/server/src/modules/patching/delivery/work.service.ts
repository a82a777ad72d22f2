import { type agentApi, agentLimits } from '@patchkeep/contract/agent/protocol';
import { orderKinds } from '@patchkeep/orders/statements';
import { kbOfKey } from '@patchkeep/rules/kb';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus, Hint } from '../../../platform/bus/bus.ts';
import { microBatch } from '../../../platform/db/micro-batch.ts';
import { type Tx, withTenant, withTenantRetrying } from '../../../platform/db/tenant.ts';
import type { SignerClient } from '../../../platform/signer-client.ts';
import { type Agent, assignFiles, lockHosts, openApplicationOptions, setWorkAt } from '../../hosts/public.ts';
import { systemPackageOf } from '../tasks/system-package.rules.ts';
import { windowsUpdateKind } from '../tasks/windows-update.rules.ts';
import { envelopeRegister } from './envelopes.service.ts';
import { releaseTasks, leaseTasks, type LeasedTask, selectNextWork } from './leases.repository.ts';

type Delivery = z.input<(typeof agentApi)['work']['response']>['deliveries'][number];

/** As long as the longest installer may run, and some. */
const leaseMs = 2 * 3_600_000;
const orderSeconds = 3_600;
const signerPauseMs = 60_000;
/** Hosts whose tasks are leased together, and orders that the signer takes at once. */
const atOnce = 100;

interface Asking {
  agent: Agent;
  held: readonly string[] | undefined;
  now: Date;
}

interface Answer {
  deliveries: Delivery[];
  /** Where nothing is ready: when something will be, or null for never. */
  workAt?: Date | null | undefined;
}
const nothing: Answer = { deliveries: [] };

const hex = (bytes: Buffer): string => bytes.toString('hex');

/**
 * Leases to hosts the tasks that wait for them, each signed for its host alone. Requests of a customer that arrive while
 * others are served are served together: one transaction and one call to the signer for up to a hundred hosts. A server
 * without a signer delivers nothing.
 */
export const workOf = (pool: pg.Pool, bus: Pick<Bus, 'publish'>, signer: SignerClient | undefined) => {
  const envelopesOf = envelopeRegister();

  const leaseWork = async (tx: Tx, customerId: string, askings: readonly Asking[], now: Date) => {
    const askers = askings.map(({ agent, held }) => ({ siteId: agent.siteId, hostId: agent.hostId, held }));
    const until = new Date(now.getTime() + leaseMs);
    const tasks = await leaseTasks(tx, customerId, askers, { now, until, most: agentLimits.deliveries });
    const envelopeOf = await envelopesOf(tx, customerId, tasks);
    const files = tasks.flatMap((task) =>
      (envelopeOf(task)?.files ?? []).map((sha256) => ({ siteId: task.site_id, hostId: task.host_id, sha256 })),
    );
    await assignFiles(tx, customerId, files, now);
    const served = new Set(tasks.map((task) => task.host_id));
    /** How hosts of a site deal with their people, whatever the package. */
    const people = new Map<string, Record<string, string>>();
    for (const siteId of new Set(tasks.map((task) => task.site_id)))
      people.set(siteId, await openApplicationOptions(tx, customerId, siteId));
    const idle = askers.flatMap(({ hostId }) => (served.has(hostId) ? [] : [hostId]));
    const resting = new Map<string, Date | null>();
    if (idle.length > 0) {
      // Locked before the look: who plans work at this moment says so on the same rows, before or after us.
      await lockHosts(tx, customerId, idle);
      const next = await selectNextWork(tx, customerId, idle, now);
      for (const hostId of idle) {
        const at = next.get(hostId) ?? null;
        if (at === null || at > now) resting.set(hostId, at);
      }
      if (resting.size > 0) await setWorkAt(tx, customerId, resting);
    }
    return { tasks, envelopeOf, people, resting };
  };

  const sign = async (
    signing: SignerClient,
    siteId: string,
    tasks: readonly LeasedTask[],
    { envelopeOf, people }: Awaited<ReturnType<typeof leaseWork>>,
  ): Promise<[task: LeasedTask, delivery: Delivery][]> => {
    const signed = await signing.sign(
      siteId,
      tasks.map((task) => ({
        agent: task.host_id,
        task: task.task_id,
        kind: orderKinds[task.kind] ?? '',
        statementHash: task.statement_hash ? hex(task.statement_hash) : null,
        options: task.statement_hash ? { ...task.options, ...people.get(siteId) } : task.options,
        kbs: task.kind === windowsUpdateKind ? [kbOfKey(task.channel_tag)] : [],
        ...systemPackageOf(task),
        attempt: task.attempt,
        secondsToLive: orderSeconds,
      })),
    );
    return tasks.map((task, index) => [
      task,
      {
        task: task.task_id,
        attempt: task.attempt,
        epoch: task.epoch,
        site: signed.site,
        freshness: signed.freshness,
        order: signed.orders[index] ?? '',
        package: envelopeOf(task)?.envelope ?? null,
      },
    ]);
  };

  /** What each asks for, in their order; an error for those whose work could not be signed. */
  const serve = async (
    signing: SignerClient,
    customerId: string,
    given: readonly Asking[],
  ): Promise<(Answer | Error)[]> => {
    // A host that asks twice at once is answered once.
    const askings = [...new Map(given.toReversed().map((asking) => [asking.agent.hostId, asking])).values()];
    const now = new Date(Math.max(...askings.map((asking) => asking.now.getTime())));
    const siteIds = [...new Set(askings.map(({ agent }) => agent.siteId))];
    const tenant = { customerId, siteIds, actorId: null };
    const lease = await withTenantRetrying(pool, tenant, (tx) => leaseWork(tx, customerId, askings, now));
    const { tasks, resting } = lease;
    // Who has the activity open sees that it begins.
    const begun = new Map(tasks.map((task) => [task.host_id, task.site_id]));
    const hints = [...begun].map(([id, siteAccountUuid]): Hint => ({
      customerId,
      siteAccountUuid,
      thing: 'tasks',
      id,
    }));
    if (hints.length > 0) void bus.publish(hints).catch(() => undefined);
    const answers = new Map<string, Answer | Error>(
      askings.map(({ agent }) => [agent.hostId, { deliveries: [], workAt: resting.get(agent.hostId) }]),
    );
    for (const [siteId, own] of Map.groupBy(tasks, (task) => task.site_id))
      for (let at = 0; at < own.length; at += atOnce) {
        const part = own.slice(at, at + atOnce);
        try {
          for (const [task, delivery] of await sign(signing, siteId, part, lease)) {
            const answer = answers.get(task.host_id);
            if (answer && 'deliveries' in answer) answer.deliveries.push(delivery);
          }
        } catch (error) {
          await withTenant(pool, tenant, (tx) =>
            releaseTasks(tx, customerId, part, new Date(now.getTime() + signerPauseMs)),
          );
          for (const task of part) answers.set(task.host_id, error as Error);
        }
      }
    return given.map((asking) => (askings.includes(asking) ? (answers.get(asking.agent.hostId) ?? nothing) : nothing));
  };

  const ask =
    signer &&
    microBatch<Asking, Answer | Error>({
      keyOf: ({ agent }) => agent.customerId,
      most: atOnce,
      write: (customerId, askings) => serve(signer, customerId, askings),
    });

  return async (agent: Agent, held: readonly string[] | undefined, now: Date): Promise<Delivery[]> => {
    if (!ask) return [];
    const answer = await ask({ agent, held, now });
    if (answer instanceof Error) throw answer;
    if (answer.workAt !== undefined) agent.workAt = answer.workAt?.getTime() ?? Infinity;
    return answer.deliveries;
  };
};
