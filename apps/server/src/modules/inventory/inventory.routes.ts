import { agentApi } from '@patchkeep/contract/agent/protocol';
import { hosts } from '@patchkeep/contract/hosts';
import type pg from 'pg';
import type { Bus } from '../../platform/bus/bus.ts';
import { forbidden } from '../../platform/errors.ts';
import type { AgentMount } from '../../platform/http/agent-mount.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { VersionRegister } from '../catalog/public.ts';
import { type AgentRegister, type PresenceBuffer, refuseUnlessWelcome, standing } from '../hosts/public.ts';
import { readHostInventory } from './host-inventory.service.ts';
import { ingest, type OnInventoriesStored } from './ingest.service.ts';

export const inventoryRoutes = (mount: Mount): void => {
  mount(hosts.inventory, (context, { params }) => readHostInventory(context, params.id));
};

export interface InventoryDependencies {
  pool: pg.Pool;
  bus: Bus;
  agents: AgentRegister;
  presence: PresenceBuffer;
  versions: VersionRegister;
  onInventoriesStored: OnInventoriesStored;
  clock: () => Date;
}

export const inventoryAgentRoutes = (
  mount: AgentMount,
  { pool, bus, agents, presence, versions, onInventoriesStored, clock }: InventoryDependencies,
): void => {
  const store = ingest(pool, bus, agents, versions, onInventoriesStored, clock);
  mount.known(
    agentApi.inventory,
    agents,
    async (call, agent) => {
      refuseUnlessWelcome(agent, presence, call.now);
      if (agent.state !== 'active') throw forbidden('This host is not active');
      const common = await standing(agents, agent, call.body.lineage, call);
      return { ...common, storedHash: await store(agent, call.body) };
    },
    { atOnce: 200 },
  );
};
