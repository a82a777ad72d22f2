import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { alertRoutes } from './modules/alerts/public.ts';
import {
  approvalKind,
  approvalRoutes,
  customizationRoutes,
  hostUpdateAct,
  hostUpdateRoutes,
  filesOfSettings,
  lockRevision,
  requestPlanAfterCount,
  readSiteDecisions,
  updateApprovals,
} from './modules/approvals/public.ts';
import { activityLogRoutes } from './modules/audit/public.ts';
import { catalogRoutes, versionRegister } from './modules/catalog/public.ts';
import { changeKinds, changeSetRoutes, openGate, previewTokens } from './modules/changes/public.ts';
import {
  approversAfter as approversBySite,
  customSoftwareRoutes,
  filesOfCustomSoftware,
} from './modules/custom-software/public.ts';
import { dashboardRoutes, detachedCallers, detachedRoutes, readSiteNumbers } from './modules/dashboards/public.ts';
import {
  chosenOfApplications,
  deploymentRoutes,
  isInLiveJob,
  jobActs,
  jobsAbout,
} from './modules/deployments/public.ts';
import {
  agentPackages,
  agentRegister,
  agentRoutes,
  countActiveHosts,
  countHostsBySite,
  hostRoutes,
  hostStateActs,
  membershipActs,
  presenceBuffer,
  wakeHub,
} from './modules/hosts/public.ts';
import { authenticator, breachedPasswords, identityRoutes } from './modules/identity/public.ts';
import { countExpiringRules, ignoreRoutes } from './modules/ignores/public.ts';
import { forgetHosts, inventoryAgentRoutes, inventoryRoutes } from './modules/inventory/public.ts';
import {
  hastenJobs,
  hastenWork,
  requestVerification,
  patchingAgentRoutes,
  patchingRoutes,
  readTasksOfHost,
  retryAct,
} from './modules/patching/public.ts';
import { quarantineOf, resourceRoutes } from './modules/resources/public.ts';
import {
  correctionActs,
  ignoreActs,
  inventoryRecountRequester,
  requestRecount,
  resultRoutes,
} from './modules/results/public.ts';
import { supportRoutes } from './modules/support/public.ts';
import { viewRoutes } from './modules/views/public.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openEgress } from './platform/egress/egress.ts';
import { openFiles } from './platform/files/files.ts';
import type { AnyGatedAct } from './platform/gate.ts';
import { agentMounter } from './platform/http/agent-mount.ts';
import { agentSessions } from './platform/http/agent-session.ts';
import { consoleFiles, defaultConsoleDir } from './platform/http/console-files.ts';
import { eventHub } from './platform/http/events.ts';
import { healthRoutes } from './platform/http/health.ts';
import { type Mount, mounter } from './platform/http/mount.ts';
import { openHttp } from './platform/http/server.ts';
import type { Log } from './platform/log/log.ts';
import { mailSettings } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { readReadiness, watchReadiness } from './platform/readiness.ts';
import { signerClient } from './platform/signer-client.ts';
import { productVersion } from './platform/version.ts';
import { alsoPublic, publicDocument } from './public-api.ts';

export interface AppDependencies {
  config: Config;
  pool: pg.Pool;
  /** For calls of agents, so that a flood of them leaves the console its connections; without it they share one. */
  agentPool?: pg.Pool;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  clock: () => Date;
  /** How long an idle connection stays open while the server stops; tests do not wait. */
  idleDrainMs?: number;
  /** How often sightings of hosts are written; tests do not wait a minute. */
  presenceEveryMs?: number;
  /** How often event streams are looked at; tests do not wait 25 seconds. */
  eventHeartbeatMs?: number;
  /** Replaces the request for a recount; a bench measures what it costs. */
  requestInventoryRecount?: ReturnType<typeof inventoryRecountRequester>;
}

/** Every act of an endpoint that passes the gate. */
export const gatedActs: readonly AnyGatedAct[] = [
  ...hostStateActs,
  ...membershipActs,
  ...ignoreActs,
  ...correctionActs,
  hostUpdateAct,
  ...jobActs,
  retryAct,
];

/** A third of what the same process carries as check-ins of every day. */
const wakesPerSecond = 200;

/** What acts on hosts and settings of agents have modules to their right do. */
const handedToHosts = { forgetHosts, hastenWork, hastenJobs };

/** What results show and modules to their right know. */
const handedToResults = {
  readApprovals: updateApprovals,
  readDecisions: readSiteDecisions,
  readTasks: readTasksOfHost,
  readChosen: chosenOfApplications,
};

/** The api: every module's routes on one server. `extend` lets a test or a bench mount a route of its own. */
export const buildApp = (deps: AppDependencies, extend?: (mount: Mount) => void): FastifyInstance => {
  const { config, pool, agentPool = pool, bus, log, metrics, clock } = deps;
  const consoleDir = config.PATCHKEEP_CONSOLE_DIR ?? defaultConsoleDir;
  const version = productVersion(consoleDir);
  const http = openHttp({
    log,
    version,
    trustProxy: config.PATCHKEEP_TRUST_PROXY,
    isAccessLogged: config.PATCHKEEP_ACCESS_LOG,
    drain: { idleMs: deps.idleDrainMs ?? 0, mostMs: config.PATCHKEEP_STOP_SECONDS * 1_000 },
    observe: metrics.observeRequest,
  });
  const { app } = http;
  const sessions = authenticator(pool, config.PATCHKEEP_SECRET_KEY);
  const events = eventHub(bus, deps.eventHeartbeatMs);
  app.addHook('preClose', async () => events.close());
  const publicOrigin =
    config.PATCHKEEP_PUBLIC_URL === undefined ? undefined : new URL(config.PATCHKEEP_PUBLIC_URL).origin;
  const signerSocket = config.PATCHKEEP_SIGNER_SOCKET;
  const isSigning = signerSocket !== undefined;
  const signer = signerSocket === undefined ? undefined : signerClient(signerSocket, clock);
  const requestRecountAndPlan: typeof requestRecount = async (tx, customerId, now) => {
    await requestRecount(tx, customerId, now);
    await requestPlanAfterCount(tx, customerId, now);
  };
  const stepUpMinutes = config.PATCHKEEP_STEP_UP_MINUTES;
  const mounting = { pool, bus, clock, publicOrigin, requestRecountAndPlan, isSigning, stepUpMinutes };
  const gate = openGate({
    acts: gatedActs,
    lock: ({ tx, principal }) => lockRevision(tx, principal.customerId),
  });
  const gates = {
    kinds: changeKinds(approvalKind, gate.kind),
    tokens: previewTokens(config.PATCHKEEP_SECRET_KEY),
  };
  const byDoor = { ...mounting, authenticate: sessions.authenticate };
  const mount = gate.through(alsoPublic(mounter(app, byDoor), mounter(app, byDoor, 'public')), gates);
  publicDocument(app);

  const db = globalQueries(pool);
  const isMailing = mailSettings(config) !== undefined;
  const mountScim = (authenticate: typeof sessions.authenticate) => mounter(app, { ...mounting, authenticate }, 'scim');
  identityRoutes(mount, mountScim, {
    pool,
    db,
    bus,
    events,
    authenticator: sessions,
    peppers: config.PATCHKEEP_PEPPER,
    secretKeys: config.PATCHKEEP_SECRET_KEY,
    dataKeys: config.PATCHKEEP_DATA_KEY,
    publicOrigin,
    sessionFacts: {
      countActiveAgents: countActiveHosts,
      countExpiringIgnoreRules: (tx, customerId) => countExpiringRules(tx, customerId, clock()),
    },
    isMailing,
    siteFacts: { countHostsBySite, readSiteNumbers },
    breachedPasswords: breachedPasswords(config.PATCHKEEP_BREACHED_PASSWORDS_DIR),
    productFacts: { isUat: config.PATCHKEEP_UAT, provider: config.PATCHKEEP_PROVIDER },
    clock,
    egress: openEgress({
      isInnerAllowed: config.PATCHKEEP_SSO_INNER_NETWORKS,
      dnsServers: config.PATCHKEEP_DNS_SERVERS,
    }),
    dnsServers: config.PATCHKEEP_DNS_SERVERS,
  });
  hostRoutes(mount, { ...handedToHosts, packagesOfAgent: agentPackages(config.PATCHKEEP_AGENT_DIR) });
  ignoreRoutes(mount);
  resultRoutes(mount, handedToResults);
  changeSetRoutes(mount, gates.kinds);
  approvalRoutes(mount, gates, { silentSince: () => signer?.silentSince(), jobsAbout });
  customizationRoutes(mount);
  hostUpdateRoutes(mount);
  activityLogRoutes(mount);
  catalogRoutes(mount, config);
  inventoryRoutes(mount);
  patchingRoutes(mount);
  const screens = detachedCallers(pool);
  dashboardRoutes(mount, screens);
  const detachedMount = mounter(app, { ...mounting, authenticate: screens.authenticate }, 'dashboard');
  detachedRoutes(detachedMount, screens, { isUat: config.PATCHKEEP_UAT });
  deploymentRoutes(mount);
  supportRoutes(mount, config, mailSettings(config) !== undefined);
  viewRoutes(mount);
  alertRoutes(mount, { isMailing });
  const agents = agentRegister(agentPool, config.PATCHKEEP_SECRET_KEY);
  const presence = presenceBuffer(
    agentPool,
    (err) => log.warn({ err }, 'presence was not written'),
    deps.presenceEveryMs,
  );
  app.addHook('onClose', () => presence.close());
  metrics.gauge(
    'agents_of_unknown_past',
    'Hosts whose clone-detection token no listed key can verify',
    agents.unreadableTokens,
  );
  const agentKeys = agentSessions(config.PATCHKEEP_SECRET_KEY);
  const agentCalls = agentMounter(http, clock, agentKeys);
  const files = openFiles(config);
  resourceRoutes(mount, { quarantine: quarantineOf(config), usedBy: [filesOfSettings, filesOfCustomSoftware] });
  customSoftwareRoutes(mount, { signer, publicOrigin, isInJob: isInLiveJob });
  const { serverKey } = agentKeys;
  const wake = wakeHub({ bus, agents, clock, most: config.PATCHKEEP_HELD_CONNECTIONS, perSecond: wakesPerSecond });
  app.addHook('preClose', async () => wake.close());
  metrics.gauge('agents_held', 'Hosts that hold a connection to be told to check in', wake.connectionCount);
  const approversAfter = approversBySite(agentPool);
  const toAgents = { pool: agentPool, bus, agents, presence };
  agentRoutes(agentCalls.mount, { ...toAgents, files, serverKey, signer, wake, approversAfter });
  patchingAgentRoutes(agentCalls.mount, { ...toAgents, signer, approversAfter });
  const requestInventoryRecount = deps.requestInventoryRecount ?? inventoryRecountRequester(clock);
  inventoryAgentRoutes(agentCalls.mount, {
    ...toAgents,
    versions: versionRegister(globalQueries(agentPool), clock),
    clock,
    onInventoriesStored: async (tx, customerId, hostNos) => {
      await requestInventoryRecount(tx, customerId, hostNos);
      await requestVerification(tx, customerId, hostNos, clock());
    },
  });
  agentCalls.register();
  extend?.(mount);
  http.drainOnClose();

  const parts = { pool, bus, signer, files };
  healthRoutes(app, () => readReadiness(parts), version);
  app.addHook('onListen', async () => {
    const stop = watchReadiness(parts, log);
    app.server.once('close', stop);
  });
  consoleFiles(app, consoleDir);
  metrics.gauge('db_connections_waiting', 'Requests waiting for a database connection', () => pool.waitingCount);
  metrics.gauge(
    'agent_db_connections_waiting',
    'Calls of agents waiting for a database connection',
    () => agentPool.waitingCount,
  );
  metrics.gauge('agents_remembered', 'Agents whose last signature held, remembered between calls', agents.count);
  return app;
};
