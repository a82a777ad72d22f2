import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { time, uuid } from './fields.ts';
import { pageOfPast } from './page.ts';

/** How somebody acted: at a console, by a program with a token, as the agent of a host, or as the product by itself. */
export const activitySources = ['ui', 'api', 'agent', 'system'] as const;
export type ActivitySource = (typeof activitySources)[number];

/** One entry of the activity log. */
const activity = z.object({
  /** Its place in its chain; there are no gaps. */
  sequenceNumber: z.int(),
  time,
  source: z.enum(activitySources),
  userUuid: uuid.nullable(),
  userName: z.string().nullable(),
  /** thing.verb, as in `tag.create`. */
  verb: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  /** What it is called now, or was called then; null for what has no name. */
  objectName: z.string().nullable(),
  /** What the act changed, as it was and as it became. */
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string(),
  instanceId: uuid.nullable(),
  requestId: z.string(),
  /** The session or token that was used. */
  credentialUuid: uuid.nullable(),
});
export type Activity = z.output<typeof activity>;

/** Whose acts: of people and their programs, or of hosts and the product by itself. */
export const activityActors = ['people', 'hosts'] as const;
export type ActivityActors = (typeof activityActors)[number];

const query = z.object({
  by: z.enum(activityActors).optional(),
  userUuid: uuid.optional(),
  verb: z.string().max(constants.nameMax).optional(),
  objectKind: z.string().max(constants.nameMax).optional(),
  objectId: z.string().max(constants.nameMax).optional(),
  /** Not earlier than this. */
  startTime: time.optional(),
  ...pageOfPast,
});
export type ActivityLogQuery = z.output<typeof query>;

const response = z.object({
  activities: z.array(activity),
  /** What the identifiers in them are called, as far as the caller may see. */
  names: z.record(z.string(), z.string()),
  /** How far the signer has vouched for the chain; null when it has not. */
  checkpoint: z.object({ sequenceNumber: z.int(), time }).nullable(),
  older: z.string().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An entry with all that its hash covers, for who wants to check the chain. */
const sealedEntry = z.object({
  customerId: uuid,
  chainId: uuid,
  seq: z.int(),
  at: time,
  actorId: uuid.nullable(),
  credentialId: uuid.nullable(),
  instanceId: uuid.nullable(),
  requestId: z.string(),
  ip: z.string(),
  verb: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  /** As it was hashed: JSON with sorted keys. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  previousHash: hash,
  hash,
});
export type SealedEntry = z.output<typeof sealedEntry>;

const fromSeqUpTo = (most: number) =>
  z.object({
    /** The last one that is known. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    limit: z.coerce.number().int().min(1).max(most).default(most),
  });
const fromSeq = fromSeqUpTo(1_000);
/** Fewer: one that tells of a busy minute is large. */
const checkpointsFromSeq = fromSeqUpTo(200);
export type FromSeq = z.output<typeof fromSeq>;

const chain = z.object({ entries: z.array(sealedEntry), after: z.int().nullable() });
/** Each is a signed statement, word for word. */
const checkpoints = z.object({ checkpoints: z.array(z.string()), after: z.int().nullable() });

const ofSite = 'canViewUserActivity';
const ofSystem = 'isSystemAdmin';

export const activityLog = {
  account: endpoint({
    method: 'GET',
    path: '/account-activities',
    summary: 'What was done on this site, the newest first',
    right: ofSite,
    query,
    response,
  }),
  system: endpoint({
    method: 'GET',
    path: '/system-activities',
    summary: 'What was done for the customer as a whole, the newest first',
    right: ofSystem,
    query,
    response,
  }),
  accountChain: endpoint({
    method: 'GET',
    path: '/account-activities/chain',
    summary: 'The activity log of this site with its hashes, from the beginning',
    right: ofSite,
    query: fromSeq,
    response: chain,
  }),
  systemChain: endpoint({
    method: 'GET',
    path: '/system-activities/chain',
    summary: 'The activity log of the customer as a whole with its hashes, from the beginning',
    right: ofSystem,
    query: fromSeq,
    response: chain,
  }),
  accountCheckpoints: endpoint({
    method: 'GET',
    path: '/account-activities/checkpoints',
    summary: 'What the signer vouched for in the activity log of this site',
    right: ofSite,
    query: checkpointsFromSeq,
    response: checkpoints,
  }),
  systemCheckpoints: endpoint({
    method: 'GET',
    path: '/system-activities/checkpoints',
    summary: 'What the signer vouched for in the activity log of the customer as a whole',
    right: ofSystem,
    query: checkpointsFromSeq,
    response: checkpoints,
  }),
};
