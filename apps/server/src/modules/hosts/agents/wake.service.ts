import type { ServerResponse } from 'node:http';
import type { agentApi } from '@patchkeep/contract/agent/protocol';
import type { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { busy, forbidden } from '../../../platform/errors.ts';
import type { AgentCall } from '../../../platform/http/agent-mount.ts';
import { type Agent, type AgentRegister, writeKeyId } from './agents.service.ts';

type Wake = (typeof agentApi)['wake'];

/** Proxies cut what is silent for a minute. */
const heartbeatSeconds = 50;
const tickMs = 100;
/** After the server is gone for a moment, everybody comes back within this, at this many a second. */
const againPerSecond = 200;
const againAtLeastSeconds = 10;
const againAtMostSeconds = 300;
/** A reader this far behind is not there any more. */
const maxBufferedBytes = 4_096;

interface Sleeper {
  agent: Pick<Agent, 'customerId' | 'siteId' | 'hostId'>;
  /** The newest inspection it has done, or has been told of. */
  inspectedRevision: number;
  connection: ServerResponse;
}

export interface WakeOptions {
  bus: Bus;
  agents: AgentRegister;
  clock: () => Date;
  /** Connections this process holds; beyond it hosts are told to poll. */
  most: number;
  /** Hosts called in a second: a wide change must not bring everybody at once. */
  perSecond: number;
}

/**
 * Hosts hold a connection on which they are told to check in before their time. Hints say whom it may concern; a look
 * at what the host then would be told decides, at a pace. Whoever is not reached comes at its own time.
 */
export const wakeHub = ({ bus, agents, clock, most, perSecond }: WakeOptions) => {
  const sleepers = new Map<string, Sleeper>();
  const due = new Set<string>();
  const beats = Array.from({ length: heartbeatSeconds }, () => new Set<string>());
  let isClosed = false;
  let arrivals = 0;
  let ticks = 0;

  const againWithinSeconds = (): number =>
    Math.min(againAtMostSeconds, Math.max(againAtLeastSeconds, Math.ceil(sleepers.size / againPerSecond)));
  const write = ({ connection }: Sleeper, text: string): void => {
    if (connection.writableLength > maxBufferedBytes) connection.destroy();
    else connection.write(text);
  };
  const line = (isCheckInWanted: boolean): string =>
    `${JSON.stringify({ isCheckInWanted, againWithinSeconds: againWithinSeconds() } satisfies z.input<Wake['response']>)}\n`;

  const isWanted = (agent: Agent, sleeper: Sleeper): boolean =>
    agent.state === 'active' &&
    (agent.workAt <= clock().getTime() || agent.inspectRevision > sleeper.inspectedRevision);

  /** Looks once more: a hint says that something changed, not that there is something to do. */
  const look = async (keyId: string): Promise<void> => {
    const agent = await agents.findSigner(keyId, clock());
    const sleeper = sleepers.get(keyId);
    if (!agent || !sleeper || !isWanted(agent, sleeper)) return;
    sleeper.inspectedRevision = Math.max(sleeper.inspectedRevision, agent.inspectRevision);
    write(sleeper, line(true));
  };

  const stop = bus.subscribe(({ siteAccountUuid: siteId, thing, id: hostId, customerId }) => {
    if (siteId === undefined || thing !== 'host') return;
    if (hostId !== undefined) {
      const keyId = writeKeyId({ customerId, siteId, hostId });
      if (sleepers.has(keyId)) due.add(keyId);
      return;
    }
    for (const [keyId, { agent }] of sleepers) if (agent.siteId === siteId) due.add(keyId);
  });

  const timer = setInterval(() => {
    ticks += 1;
    let left = Math.ceil((perSecond * tickMs) / 1_000);
    for (const keyId of due) {
      if (left === 0) break;
      left -= 1;
      due.delete(keyId);
      // A database that does not answer now: the host comes at its own time.
      look(keyId).catch(() => undefined);
    }
    if (ticks % (1_000 / tickMs) !== 0) return;
    for (const keyId of beats[(ticks / (1_000 / tickMs)) % heartbeatSeconds] ?? []) {
      const sleeper = sleepers.get(keyId);
      if (sleeper) write(sleeper, '\n');
    }
  }, tickMs);
  timer.unref();

  return {
    open(call: AgentCall<z.output<Wake['body']>>, agent: Agent, connection: () => ServerResponse): void {
      if (agent.state !== 'active') throw forbidden('This host is not active');
      const keyId = writeKeyId(agent);
      if (isClosed) throw busy(againAtLeastSeconds);
      if (sleepers.size >= most && !sleepers.has(keyId)) throw busy(againAtMostSeconds);
      sleepers.get(keyId)?.connection.end();
      const { customerId, siteId, hostId } = agent;
      const sleeper: Sleeper = {
        agent: { customerId, siteId, hostId },
        inspectedRevision: call.body.inspectedRevision,
        connection: connection(),
      };
      sleepers.set(keyId, sleeper);
      const beat = beats[(arrivals += 1) % heartbeatSeconds];
      beat?.add(keyId);
      sleeper.connection.on('close', () => {
        beat?.delete(keyId);
        if (sleepers.get(keyId) === sleeper) sleepers.delete(keyId);
      });
      sleeper.connection.writeHead(200, {
        'content-type': 'application/x-ndjson',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      // What came between the last check-in and now would otherwise wait for the next.
      write(sleeper, line(isWanted(agent, sleeper)));
      sleeper.inspectedRevision = Math.max(sleeper.inspectedRevision, agent.inspectRevision);
    },
    connectionCount: (): number => sleepers.size,
    close(): void {
      isClosed = true;
      stop();
      clearInterval(timer);
      for (const { connection } of sleepers.values()) connection.end();
    },
  };
};
export type WakeHub = ReturnType<typeof wakeHub>;
