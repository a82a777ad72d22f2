import { type agentApi, agentLimits } from '@patchkeep/contract/agent/protocol';
import { constants } from '@patchkeep/contract/constants';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { microBatch } from '../../../platform/db/micro-batch.ts';
import { withTenant, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { AgentCall } from '../../../platform/http/agent-mount.ts';
import { updateHostsAfterContact } from '../hosts.repository.ts';
import type { PresenceBuffer } from '../presence.service.ts';
import { findSchedule } from './agents.queries.ts';
import { type Agent, type AgentRegister, hintOfHost } from './agents.service.ts';
import { knownBoot } from './host-facts.rules.ts';
import { secondsToNextPhase } from './phase.rules.ts';

type CheckIn = (typeof agentApi)['checkIn'];
type Schedule = NonNullable<z.input<CheckIn['response']>['schedule']> & { revision: number };

/** What a site that never set a schedule runs by: every day at the default time. */
const defaultSchedule: Schedule = { ...constants.schedule, daysOfWeek: constants.allDays, revision: 0 };

/** Each site's schedule, read once in a while: a check-in must not ask the database what nobody changed. */
const schedules = (pool: pg.Pool) => {
  const cacheMs = 10_000;
  const cache = new Map<string, { schedule: Schedule; until: number }>();
  return async ({ customerId, siteId }: Agent, now: Date): Promise<Schedule> => {
    const known = cache.get(siteId);
    if (known && known.until > now.getTime()) return known.schedule;
    const row = await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, (tx) =>
      findSchedule(tx, customerId, siteId),
    );
    const schedule = row
      ? { daysOfWeek: row.days_of_week, hour: row.hour, minute: row.minute, revision: row.revision }
      : defaultSchedule;
    cache.set(siteId, { schedule, until: now.getTime() + cacheMs });
    return schedule;
  };
};

/** The time as text; thousands of answers a second share a handful of them. */
let lastTime = { ms: 0, text: '' };
const timeText = (now: Date): string => {
  if (lastTime.ms !== now.getTime()) lastTime = { ms: now.getTime(), text: now.toISOString() };
  return lastTime.text;
};

/** What every answer to an agent carries. */
export const standing = async (
  agents: AgentRegister,
  agent: Agent,
  sent: string,
  call: Pick<AgentCall<unknown>, 'now' | 'requestId' | 'ip' | 'parameters'>,
) => ({
  lineage: await agents.renewCloneToken(agent, sent, call),
  serverTime: timeText(call.now),
  nextInSeconds: secondsToNextPhase(agent.hostId, agentLimits.checkInSeconds, call.now.getTime()),
});

/** Who may go on talking: the rest are told no, and those in the trash are still marked as seen. */
export const refuseUnlessWelcome = (agent: Agent, presence: PresenceBuffer, now: Date): void => {
  if (agent.state === 'quarantined') throw forbidden('Quarantined: this identity is in use twice');
  presence.seen(agent.customerId, agent.hostNo, now);
  if (agent.state === 'trashed') throw forbidden('This host is in the trash');
};

/** What a check-in found changed about its host. */
interface Change {
  agent: Agent;
  /** As the clock of the host says. */
  reportedBootAt: Date;
  approversVersion: number | null;
  now: Date;
}

/** As far as statements count. What a host says beyond that would fit no column, and fail others with it. */
const mostApproversVersion = 1_000_000;

/** Whom the host believes about custom software; null where its agent is too old to say. */
const believedBy = ({ approversVersion }: z.output<CheckIn['body']>): number | null =>
  approversVersion === undefined ? null : Math.min(approversVersion, mostApproversVersion);

/** Writes what check-ins found changed, the hosts of one customer together, each answered after the commit. */
const changeWriter = (pool: pg.Pool, bus: Bus) =>
  microBatch<Change, void>({
    keyOf: ({ agent }) => agent.customerId,
    most: 500,
    write: async (customerId, changes) => {
      const siteIds = [...new Set(changes.map(({ agent }) => agent.siteId))];
      const restarted = await withTenantRetrying(pool, { customerId, siteIds, actorId: null }, (tx) =>
        updateHostsAfterContact(
          tx,
          customerId,
          changes.map(({ agent, reportedBootAt, approversVersion, now }) => ({
            hostId: agent.hostId,
            bootedAt: knownBoot(reportedBootAt, now),
            reportedBootAt,
            approversVersion,
          })),
        ),
      );
      for (const { agent, reportedBootAt, approversVersion } of changes) {
        agent.reportedBootAt = reportedBootAt.getTime();
        agent.approversVersion = approversVersion;
      }
      const news = changes.filter(({ agent }) => agent.isDormant || restarted.has(agent.hostId));
      for (const { agent } of news) agent.isDormant = false;
      void bus.publish(news.map(({ agent }) => hintOfHost(agent))).catch(() => undefined);
      return changes.map(() => undefined);
    },
  });

/** The statements about who vouches for custom software that follow the version a host believes. Asks no database often. */
export type ApproversAfter = (
  agent: Pick<Agent, 'customerId' | 'siteId'>,
  version: number | undefined,
  now: Date,
) => Promise<string[]>;

export interface CheckInDependencies {
  pool: pg.Pool;
  bus: Bus;
  agents: AgentRegister;
  presence: PresenceBuffer;
  serverKey: string;
  approversAfter: ApproversAfter;
}

/** The hot path: hashes up, a constant-size answer down, nothing written but presence, later and in bulk. */
export const checkIns = ({ pool, bus, agents, presence, serverKey, approversAfter }: CheckInDependencies) => {
  const scheduleOf = schedules(pool);
  const change = changeWriter(pool, bus);
  return async (call: AgentCall<z.output<CheckIn['body']>>, agent: Agent): Promise<z.input<CheckIn['response']>> => {
    const { body, now, parameters } = call;
    refuseUnlessWelcome(agent, presence, now);
    const common = await standing(agents, agent, body.lineage, call);
    const { revision, ...times } = await scheduleOf(agent, now);
    const reportedBootAt = new Date(body.bootTime);
    const approversVersion = believedBy(body);
    const isOther =
      reportedBootAt.getTime() !== agent.reportedBootAt ||
      agent.isDormant ||
      approversVersion !== agent.approversVersion;
    if (isOther) await change({ agent, reportedBootAt, approversVersion, now });
    // Also to a host that waits to be accepted: it lets three days pass from when it hears of the first ones.
    const approvers = await approversAfter(agent, body.approversVersion, now);
    const mayWork = agent.state === 'active';
    return {
      ...common,
      ...(parameters.algorithm === 'ed25519' && { serverKey }),
      isInventoryWanted: mayWork && body.inventoryHash !== null && body.inventoryHash !== agent.inventoryHash,
      inspectRevision: mayWork ? agent.inspectRevision : body.inspectedRevision,
      scheduleRevision: revision,
      ...(revision !== body.scheduleRevision && { schedule: times }),
      ...(mayWork && agent.workAt <= now.getTime() && { isWorkWaiting: true }),
      ...(approvers.length > 0 && { approvers }),
    };
  };
};
