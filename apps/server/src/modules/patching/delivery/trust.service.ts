import type pg from 'pg';
import type { Bus } from '../../../platform/bus/bus.ts';
import { withTenantRetrying } from '../../../platform/db/tenant.ts';
import type { AgentCall } from '../../../platform/http/agent-mount.ts';
import { requestPlan } from '../../approvals/public.ts';
import { recordAct } from '../../audit/public.ts';
import { type Agent, hintOfHost, noteWork, setHasRoot } from '../../hosts/public.ts';
import { releaseRegistered } from '../tasks/tasks.repository.ts';

/**
 * Notes that a host trusts a root now, lets the work begin that waited for it, and has the rest planned. Told twice, it
 * counts once.
 */
export const noteTrust =
  (pool: pg.Pool, bus: Pick<Bus, 'publish'>) =>
  async (agent: Agent, { body, now, requestId, ip }: AgentCall<{ rootVersion: number }>): Promise<void> => {
    const { customerId, siteId, hostId } = agent;
    const isNew = await withTenantRetrying(pool, { customerId, siteIds: [siteId], actorId: null }, async (tx) => {
      if (!(await setHasRoot(tx, customerId, hostId, true))) return false;
      const facts = { now, requestId, ip, instanceId: null };
      const about = { customerId, siteId, actorId: null, credentialId: null };
      const after = { rootVersion: body.rootVersion };
      await recordAct(tx, facts, { ...about, verb: 'host.trust', objectKind: 'host', objectId: hostId, after });
      if (await releaseRegistered(tx, customerId, hostId, now)) await noteWork(tx, customerId, [hostId], now);
      await requestPlan({ tx, principal: { customerId, siteId }, now });
      return true;
    });
    if (isNew) void bus.publish([hintOfHost(agent)]).catch(() => undefined);
  };
