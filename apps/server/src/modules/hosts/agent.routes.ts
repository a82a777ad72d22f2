import { agentApi } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { Bus } from '../../platform/bus/bus.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { AgentMount } from '../../platform/http/agent-mount.ts';
import { fileParts } from './agent-files.service.ts';
import { type AgentRegister, publicKeyOf } from './agents.service.ts';
import { checkIns } from './check-in.service.ts';
import { enroller } from './enrol.service.ts';
import { hostTotals } from './host-totals.ts';
import { onlyOnce } from './only-once.ts';
import type { PresenceBuffer } from './presence.service.ts';

export interface AgentDependencies {
  serverKey: string;
  pool: pg.Pool;
  bus: Bus;
  agents: AgentRegister;
  presence: PresenceBuffer;
  /** Absent where no folder for files is set. */
  files: FileStore | undefined;
}

/** Enrolments, check-ins and uploads each have their own limit: a wave of newcomers must not silence the others. */
export const agentRoutes = (mount: AgentMount, deps: AgentDependencies): void => {
  const { pool, bus, agents, presence, serverKey, files } = deps;
  bus.subscribe((hint) => {
    const { customerId, siteAccountUuid: siteId, thing, id: hostId } = hint;
    if (siteId === undefined) return;
    if (thing === 'host' && hostId !== undefined) agents.forget({ customerId, siteId, hostId });
    if (thing !== 'hosts') return;
    agents.forgetSite(siteId);
    hostTotals.forget(siteId);
  });
  bus.onGap(agents.forgetAll);
  const keyOf = ({ publicKey }: { publicKey: string }) => publicKeyOf(Buffer.from(publicKey, 'base64url'));
  const once = onlyOnce();
  const enrol = enroller(pool, bus, agents);
  mount.newcomer(
    agentApi.enrol,
    keyOf,
    async (call) => {
      once(call.body.publicKey, call.parameters, call.now);
      return enrol(call);
    },
    { atOnce: 20 },
  );
  const checkIn = checkIns({ pool, bus, agents, presence, serverKey });
  mount.known(
    agentApi.checkIn,
    agents.findSigner,
    async (call, agent) => {
      once(agent.hostId, call.parameters, call.now);
      return checkIn(call, agent);
    },
    { atOnce: 2_000 },
  );
  const filePart = fileParts(pool, files, presence);
  mount.known(
    agentApi.file,
    agents.findSigner,
    async (call, agent) => {
      once(agent.hostId, call.parameters, call.now);
      return filePart(call, agent);
    },
    { atOnce: 50 },
  );
};
