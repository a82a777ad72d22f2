import { activities } from '@patchkeep/contract/activities';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { patching } from '@patchkeep/contract/patching';
import type pg from 'pg';
import type { Bus } from '../../platform/bus/bus.ts';
import { forbidden } from '../../platform/errors.ts';
import type { AgentMount } from '../../platform/http/agent-mount.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { SignerClient } from '../../platform/signer-client.ts';
import {
  type Agent,
  type AgentRegister,
  type ApproversAfter,
  type PresenceBuffer,
  refuseUnlessWelcome,
  standing,
} from '../hosts/public.ts';
import { listActivities } from './activity/activities.service.ts';
import { previewRetry, retry } from './activity/retries.service.ts';
import { rootsAfter } from './delivery/roots.service.ts';
import { takeResults } from './delivery/task-results.service.ts';
import { noteTrust } from './delivery/trust.service.ts';
import { workOf } from './delivery/work.service.ts';
import { readPatchingSettings, savePatchingSettings } from './planning/patching-settings.service.ts';

export const patchingRoutes = (mount: Mount): void => {
  mount(activities.packages, (context, { query }) => listActivities(context, query, false));
  mount(activities.windowsUpdates, (context, { query }) => listActivities(context, query, true));
  mount(activities.packagesOfGroup, (context, { params, query }) => listActivities(context, query, false, params.id));
  mount(activities.windowsUpdatesOfGroup, (context, { params, query }) =>
    listActivities(context, query, true, params.id),
  );
  mount(activities.retry, (context, { body }) => retry(context, body));
  mount(activities.previewRetry, (context, { body }) => previewRetry(context, body));
  mount(patching.readSettings, (context) => readPatchingSettings(context));
  mount(patching.saveSettings, (context, { body }) => savePatchingSettings(context, body));
};

interface Dependencies {
  pool: pg.Pool;
  bus: Bus;
  agents: AgentRegister;
  presence: PresenceBuffer;
  signer: SignerClient | undefined;
  approversAfter: ApproversAfter;
}

export const patchingAgentRoutes = (
  mount: AgentMount,
  { pool, bus, agents, presence, signer, approversAfter }: Dependencies,
): void => {
  const refuseUnlessActive = (agent: Agent, now: Date): void => {
    refuseUnlessWelcome(agent, presence, now);
    if (agent.state !== 'active') throw forbidden('This host is not active');
  };
  const work = workOf(pool, bus, signer);
  mount.known(
    agentApi.work,
    agents,
    async (call, agent) => {
      refuseUnlessActive(agent, call.now);
      const common = await standing(agents, agent, call.body.lineage, call);
      const deliveries = await work(agent, call.body.held, call.now);
      const roots = await rootsAfter(signer, call.body.rootVersion);
      const approvers = await approversAfter(agent, call.body.approversVersion, call.now);
      return {
        ...common,
        deliveries,
        ...(roots.length > 0 && { roots }),
        ...(approvers.length > 0 && { approvers }),
      };
    },
    { atOnce: 100 },
  );
  const trust = noteTrust(pool, bus);
  mount.known(
    agentApi.trust,
    agents,
    async (call, agent) => {
      refuseUnlessActive(agent, call.now);
      const common = await standing(agents, agent, call.body.lineage, call);
      await trust(agent, call);
      return { ...common, siteUuid: agent.siteId };
    },
    { atOnce: 20 },
  );
  const take = takeResults(pool, bus, agents);
  mount.known(
    agentApi.results,
    agents,
    async (call, agent) => {
      // Also from a host that was disabled meanwhile: what happened, happened.
      refuseUnlessWelcome(agent, presence, call.now);
      const common = await standing(agents, agent, call.body.lineage, call);
      return { ...common, acknowledged: await take(agent, call.body.results, call.now) };
    },
    { atOnce: 200 },
  );
};
