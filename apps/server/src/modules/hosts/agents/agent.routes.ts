import { agentApi } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { AgentMount } from '../../../platform/http/agent-mount.ts';
import type { SignerClient } from '../../../platform/signer-client.ts';
import { hostTotals } from '../host-totals.service.ts';
import type { PresenceBuffer } from '../presence.service.ts';
import { fileParts } from './agent-files.service.ts';
import { type AgentRegister, publicKeyOf } from './agents.service.ts';
import { type ApproversAfter, checkIns } from './check-in.service.ts';
import { enroller } from './enrol.service.ts';
import type { WakeHub } from './wake.service.ts';

export interface AgentDependencies {
  serverKey: string;
  pool: pg.Pool;
  bus: Bus;
  agents: AgentRegister;
  presence: PresenceBuffer;
  /** Absent where no folder for files is set. */
  files: FileStore | undefined;
  wake: WakeHub;
  /** Absent where hosts are only looked at. */
  signer: Pick<SignerClient, 'root'> | undefined;
  approversAfter: ApproversAfter;
}

/** Enrolments, check-ins and uploads each have their own limit: a wave of newcomers must not silence the others. */
export const agentRoutes = (mount: AgentMount, deps: AgentDependencies): void => {
  const { pool, bus, agents, presence, serverKey, files, signer, wake, approversAfter } = deps;
  bus.subscribe((hint) => {
    const { customerId, siteAccountUuid: siteId, thing, id: hostId } = hint;
    if (siteId === undefined || thing !== 'host') return;
    if (hostId !== undefined) return agents.isOwn(hint) ? undefined : agents.forget({ customerId, siteId, hostId });
    agents.forgetSite(siteId);
    hostTotals.forget(siteId);
  });
  bus.onGap(agents.forgetAll);
  const keyOf = ({ publicKey }: { publicKey: string }) => ({
    name: publicKey,
    key: publicKeyOf(Buffer.from(publicKey, 'base64url')),
  });
  mount.newcomer(agentApi.enrol, keyOf, enroller({ pool, bus, agents, signer, approversAfter }), { atOnce: 20 });
  const checkIn = checkIns({ pool, bus, agents, presence, serverKey, approversAfter });
  mount.known(agentApi.checkIn, agents, checkIn, { atOnce: 2_000 });
  mount.streaming(agentApi.wake, agents, wake.open);
  mount.known(agentApi.file, agents, fileParts(pool, files, presence), { atOnce: 50 });
};
