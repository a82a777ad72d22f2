import { z } from 'zod';

/** Every call of the agent lives below this path. */
export const agentBase = '/api/agent/v1';

/** Bounds of what an agent may say: a hostile or broken one must not fill a database or a screen. */
export const agentLimits = {
  name: 200,
  version: 100,
  path: 500,
  users: 50,
  software: 5_000,
  windowsUpdates: 2_000,
  inventoryBytes: 4_194_304,
  /** A file comes in parts of this size. */
  filePartBytes: 1_048_576,
  /** A signed statement; what is longer is not ours. */
  envelopeChars: 20_000,
  deliveries: 3,
  /** Pieces of work a host may have in hand. */
  held: 200,
  /** Roots that follow one another, in one answer. */
  roots: 5,
  /** Statements about who vouches for custom software, in one answer. */
  approvers: 5,
  results: 50,
  /** A signature older or newer than this is refused; the answer carries the server's time to set the clock by. */
  clockSkewMs: 600_000,
  checkInSeconds: 300,
} as const;

type Schema = z.ZodType;

/** One call of the agent: what proves the caller, what goes up, what comes down. Fields are only ever added. */
export interface AgentEndpoint<Body extends Schema = Schema, Response extends Schema = Schema> {
  method: 'POST';
  path: `/${string}`;
  summary: string;
  /** `newKey`: signed by the key that the body presents. `agent`: signed by the key the server knows. */
  signedBy: 'newKey' | 'agent';
  body: Body;
  response: Response;
  bodyLimit?: number;
  /** May be signed by a session key instead of the host's own: for what comes often and changes little. */
  isOpenToSessions?: boolean;
}
const agentEndpoint = <B extends Schema, R extends Schema>(definition: AgentEndpoint<B, R>) => definition;

const id = z.uuid().toLowerCase();
const time = z.iso.datetime();
/** What a host says in words: without NUL and half surrogate pairs, which no database holds. Bounds are of what is left. */
const safeText = z.string().overwrite((text) => text.replaceAll('\0', '').toWellFormed());
const shortText = safeText.max(agentLimits.name);

export const hostFacts = z.object({
  hostName: safeText.min(1).max(100),
  os: z.object({
    family: z.enum(['windows', 'linux']),
    name: shortText,
    version: safeText.max(agentLimits.version),
    architecture: safeText.max(20),
  }),
  agentVersion: safeText.max(agentLimits.version),
  bootTime: time,
  freeDiskBytes: z.int().min(0),
  users: z.array(shortText).max(agentLimits.users),
  timeZone: safeText.max(64),
});
export type HostFacts = z.output<typeof hostFacts>;

/** One installed copy of a piece of software, as the system lists it. */
export const softwareCopy = z.object({
  name: safeText.min(1).max(agentLimits.name),
  publisher: shortText.default(''),
  version: safeText.max(agentLimits.version).default(''),
  scope: z.enum(['machine', 'user']),
  /** Whose copy it is, when it belongs to one user. */
  user: shortText.optional(),
  path: safeText.max(agentLimits.path).optional(),
  fileVersion: safeText.max(agentLimits.version).optional(),
  /** The package's own identity: an MSI product code, an uninstall key, a Debian package name. */
  productCode: safeText.max(agentLimits.name).optional(),
  source: z.enum(['msi', 'exe', 'dpkg', 'rpm']),
  architecture: safeText.max(20).optional(),
  /** The newer version that the host's own signed repositories have for it; part of the hash when it is there. */
  offered: safeText.max(agentLimits.version).optional(),
});
export type SoftwareCopy = z.output<typeof softwareCopy>;

const kb = z.int().min(1).max(999_999_999);

/** What Windows Update says: the articles that are installed, and what it has found for the host. */
export const windowsUpdateReport = z.object({
  installed: z.array(kb).max(agentLimits.windowsUpdates),
  offers: z
    .array(
      z.object({
        foundUpdateUuid: id,
        kb,
        title: shortText,
        classification: safeText.max(100).default(''),
        severity: safeText.max(100).default(''),
        /** Downloaded or installed, waiting for a restart. */
        isPending: z.boolean().default(false),
      }),
    )
    .max(agentLimits.windowsUpdates),
});
export type WindowsUpdateReport = z.output<typeof windowsUpdateReport>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const inventoryHash = sha256;

/** What every answer to a known agent carries. */
const standing = {
  serverTime: time,
  nextInSeconds: z.int().min(1),
  /** The server's key for sessions (X25519, 32 bytes, base64url), said to whoever called without one. */
  serverKey: z.string().max(64).optional(),
  /** Opaque; sent back with the next call. Two machines that share an identity soon disagree about it. */
  lineage: z.string(),
};

/** The schedule of inspections, in the host's own time. */
export const inspectionSchedule = z.object({
  daysOfWeek: z.int().min(0).max(127),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
});
export type InspectionSchedule = z.output<typeof inspectionSchedule>;

/** One piece of work as it is handed over: signed statements, read by nobody before they are checked. */
const envelope = z.string().max(agentLimits.envelopeChars);
/** Which piece of work, which attempt at it, and which lease of it. */
const leased = {
  /** So that a refusal can name it; the signed order says it again. */
  task: id,
  attempt: z.int().min(1).max(20),
  /** Sent back with the result, so that results of earlier leases are recognised. */
  epoch: z.int().min(0).optional(),
};
/** Who vouches for custom software at the site, one statement after the other. */
const approvers = z.array(envelope).max(agentLimits.approvers).optional();
/** Of the statement that the host believes; 0 for none. Agents that are too old for custom software do not say it. */
const approversVersion = z.int().min(0).optional();
export const workDelivery = z.object({
  ...leased,
  site: envelope,
  freshness: envelope,
  order: envelope,
  package: envelope.nullable(),
});

/**
 * How a piece of work ended, in the words of package results. `unknown`: the host went down in the middle of it.
 * `pending`: nothing was done yet; `awaits` says what it waits for.
 */
export const workResults = [
  'pending',
  'tentative',
  'failed',
  'sourceFailed',
  'invalid',
  'expired',
  'rejected',
  'cancelled',
  'notSupported',
  'unknown',
] as const;
/** What work may wait for at its host. The order is that of the stored numbers, which begin with 1. */
export const workAwaits = ['boot', 'login', 'registration', 'appRestart'] as const;
export type WorkAwaits = (typeof workAwaits)[number];
export const workResult = z.object({
  ...leased,
  endedAt: time,
  result: z.enum(workResults),
  /** How the package itself ended: `Error` is final, anything else may be tried again. */
  pkgResult: safeText.max(50).nullable(),
  exitCode: z.int().nullable(),
  /** In plain words. */
  cause: safeText.max(500),
  isDiskFull: z.boolean(),
  /** With `pending`. */
  awaits: z.enum(workAwaits).optional(),
  /** Of a restart: when its dialog was first shown, and when somebody there put it off. By the server's clock. */
  shownAt: time.optional(),
  snoozedAt: time.optional(),
});
export type WorkResult = z.output<typeof workResult>;

export const agentApi = {
  enrol: agentEndpoint({
    method: 'POST',
    path: '/enrol',
    summary: 'Become a host of a site, with an install token and a key made on the host',
    signedBy: 'newKey',
    body: z.object({
      token: z.string().max(200),
      /** Ed25519, 32 bytes, base64url. */
      publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
      hardwareId: safeText.min(1).max(agentLimits.name),
      facts: hostFacts,
    }),
    response: z.object({
      ...standing,
      agentUuid: id,
      customerUuid: id,
      /** What the server knows the host's key by: sent as it is with every later call. */
      keyId: z.string().max(120),
      state: z.enum(['active', 'pending']),
      siteUuid: id.optional(),
      /** Who may sign what; believed from the first contact on and followed only by signed steps. */
      trustRoot: envelope.optional(),
      approvers,
    }),
  }),
  checkIn: agentEndpoint({
    method: 'POST',
    path: '/check-in',
    summary: 'Still here: hashes and revisions up, what to do next down',
    signedBy: 'agent',
    isOpenToSessions: true,
    body: z.object({
      lineage: z.string().max(200),
      /** Of the inventory the agent last uploaded or holds ready; null before the first inspection. */
      inventoryHash: inventoryHash.nullable(),
      /** The newest request to inspect that the agent has carried out. */
      inspectedRevision: z.int().min(0),
      scheduleRevision: z.int().min(0),
      bootTime: time,
      approversVersion,
    }),
    response: z.object({
      ...standing,
      /** The server's inventory is another one: send it. */
      isInventoryWanted: z.boolean(),
      /** Higher than the agent's: inspect now. */
      inspectRevision: z.int().min(0),
      scheduleRevision: z.int().min(0),
      /** Only when the agent's revision is behind. */
      schedule: inspectionSchedule.optional(),
      /** There is work for this host: fetch it. */
      isWorkWaiting: z.boolean().optional(),
      /** Those that follow the host's. From the first one on a host lets 72 hours pass before anything counts. */
      approvers,
    }),
  }),
  wake: agentEndpoint({
    method: 'POST',
    path: '/wake',
    summary: 'Held open: a line for each time the host should check in before its time. Polling goes on without it',
    signedBy: 'agent',
    isOpenToSessions: true,
    body: z.object({ inspectedRevision: z.int().min(0) }),
    /** One line, in JSON; an empty line only shows that both are still there. */
    response: z.object({
      isCheckInWanted: z.boolean(),
      /** When this connection ends, come back somewhere within this time: everybody else does too. */
      againWithinSeconds: z.int().min(1).max(3_600),
    }),
  }),
  inventory: agentEndpoint({
    method: 'POST',
    path: '/inventory',
    summary: 'What is installed, as of one inspection',
    signedBy: 'agent',
    bodyLimit: agentLimits.inventoryBytes,
    body: z.object({
      lineage: z.string().max(200),
      hash: inventoryHash,
      takenAt: time,
      inspectedRevision: z.int().min(0),
      facts: hostFacts,
      software: z.array(softwareCopy).max(agentLimits.software),
      /** Of Windows hosts whose agent looks at it; part of the hash when it is there. */
      windowsUpdates: windowsUpdateReport.optional(),
    }),
    response: z.object({ ...standing, storedHash: inventoryHash }),
  }),
  file: agentEndpoint({
    method: 'POST',
    path: '/file',
    summary: 'A part of a file that belongs to the work of this host',
    signedBy: 'agent',
    body: z.object({ sha256, offset: z.int().min(0) }),
    response: z.object({ sha256, offset: z.int().min(0), size: z.int().min(0), content: z.base64() }),
  }),
  work: agentEndpoint({
    method: 'POST',
    path: '/work',
    summary: 'What this host is told to do, lent to it for a while',
    signedBy: 'agent',
    body: z.object({
      lineage: z.string().max(200),
      /** The pieces of work in hand, begun or not yet told: what is lent and not among them never arrived. */
      held: z.array(id).max(agentLimits.held).optional(),
      /** Of the root the host believes. */
      rootVersion: z.int().min(1).optional(),
      approversVersion,
    }),
    response: z.object({
      ...standing,
      deliveries: z.array(workDelivery).max(agentLimits.deliveries),
      /** The roots that follow the host's, one version after the other; each signed by the keys of the one before. */
      roots: z.array(envelope).max(agentLimits.roots).optional(),
      approvers,
    }),
  }),
  trust: agentEndpoint({
    method: 'POST',
    path: '/trust',
    summary: 'This host trusts a root now, which an administrator gave it there; the answer names its site',
    signedBy: 'agent',
    body: z.object({ lineage: z.string().max(200), rootVersion: z.int().min(1) }),
    response: z.object({ ...standing, siteUuid: id }),
  }),
  results: agentEndpoint({
    method: 'POST',
    path: '/results',
    summary: 'How the work ended; the same result may be told twice',
    signedBy: 'agent',
    body: z.object({ lineage: z.string().max(200), results: z.array(workResult).min(1).max(agentLimits.results) }),
    response: z.object({ ...standing, acknowledged: z.array(id) }),
  }),
};

export const allAgentEndpoints: readonly AgentEndpoint[] = Object.values(agentApi);
