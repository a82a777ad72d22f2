import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refused } from '../refusal.ts';
import { hash, moment, uuid } from '../statement-fields.ts';
import { canonical, readCanonical, type Root } from '../statements.ts';
import { openApproved, type Vouchers, vouchersOfKeys, vouchersOfRole } from './approval.ts';
import { approverKey, approverKeyId } from './approver-keys.ts';

/** So long nothing counts that the first approvers of a site sign, unless the root keys named them: time to object. */
export const firstApproversWait = 72 * 3_600_000;

const mostKeys = 16;
const host = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** The address of a console as browsers spell it; its host is the one that passkeys are bound to, or one below. */
const isOriginOf = (origin: string, rpId: string): boolean => {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin !== origin) return false;
  if (url.hostname !== rpId && !url.hostname.endsWith(`.${rpId}`)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
};

const form = z.strictObject({
  site: uuid,
  version: z.int().min(1).max(1_000_000),
  /** The hash of the statement before it; null in the first one. */
  former: hash.nullable(),
  madeAt: moment,
  /** Nothing counts that they sign before that. */
  starts: moment,
  /** So many different people must sign. */
  threshold: z.int().min(1).max(8),
  /** What the passkeys are bound to, and the addresses of the console; null and none where all keys are files. */
  rpId: z.string().max(253).regex(host).nullable(),
  origins: z.array(z.string().max(300)).max(5),
  keys: z.array(approverKey).min(1).max(mostKeys),
});
export type Approvers = z.output<typeof form>;

const hasEachKeyOnce = ({ keys }: Approvers): boolean => new Set(keys.map(approverKeyId)).size === keys.length;
const canReachThreshold = ({ keys, threshold }: Approvers): boolean =>
  new Set(keys.map(({ holder }) => holder)).size >= threshold;
const hasHomeForPasskeys = ({ keys, rpId, origins }: Approvers): boolean => {
  if (rpId === null) return origins.length === 0 && keys.every(({ kind }) => kind === 'file');
  return origins.length > 0 && origins.every((origin) => isOriginOf(origin, rpId));
};

/** Who vouches for the custom software of a site. */
export const approvers = {
  type: 'application/vnd.patchkeep.approvers.v1+json',
  schema: form
    .refine(hasEachKeyOnce, 'a key is listed twice')
    .refine(canReachThreshold, 'fewer people than must sign')
    .refine(hasHomeForPasskeys, 'the addresses do not fit the passkeys')
    .refine(({ version, former }) => (version === 1) === (former === null), 'only the first follows none'),
} as const;

/** What a host keeps in its journal of who vouches at its site. */
export interface PinnedApprovers {
  /** The statement as it was signed. */
  statement: string;
  /** By this host's own clock: never before the time that the statement itself names. */
  startsAt: number;
}

export const readPinned = ({ statement }: PinnedApprovers): Approvers =>
  readCanonical('approvers', approvers.schema, Buffer.from(statement)).statement;

export const vouchersOf = ({ keys, threshold, rpId, origins }: Approvers): Vouchers =>
  vouchersOfKeys(keys, threshold, { rpId, origins });

/** Whom a host believes about the approvers of its site. */
export interface ApproversTrust {
  site: string;
  root: Root;
  /** Undefined while it knows none. */
  approvers?: PinnedApprovers | undefined;
}

const isSignedFor = (text: string, vouchers: Vouchers): boolean => {
  try {
    openApproved(text, approvers.type, vouchers);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.reason === 'notSigned') return false;
    throw error;
  }
};

const readSigned = (text: string, vouchers: Vouchers, site: string): Approvers => {
  const { statement } = readCanonical('approvers', approvers.schema, openApproved(text, approvers.type, vouchers));
  if (statement.site !== site) throw new Refused('otherSite');
  return statement;
};

const pinned = (statement: Approvers, startsAt: number): PinnedApprovers => ({
  statement: canonical(statement),
  startsAt,
});

/** Named by the root keys: at any time, for instance when all approvers have lost their keys. */
const byRoot = (text: string, { site, root, approvers: known }: ApproversTrust): PinnedApprovers => {
  const statement = readSigned(text, vouchersOfRole(root.root), site);
  if (known && statement.version <= readPinned(known).version) throw new Refused('approversNotNext');
  return pinned(statement, statement.starts);
};

/**
 * The first approvers of a site, named by the key that also names directors, which is online. Whoever has stolen it
 * can name themselves, and give the statement whatever date they like: so the host waits by its own clock as well.
 */
const first = (text: string, { site, root }: ApproversTrust, seenAt: number): PinnedApprovers => {
  const statement = readSigned(text, vouchersOfRole(root.sites), site);
  if (statement.version !== 1) throw new Refused('approversNotNext');
  if (statement.starts < statement.madeAt + firstApproversWait) throw new Refused('approversTooSoon');
  return pinned(statement, Math.max(statement.starts, seenAt));
};

/** Named by those before them; they begin no sooner than those did. */
const byFormer = (text: string, site: string, known: PinnedApprovers): PinnedApprovers => {
  const before = readPinned(known);
  const statement = readSigned(text, vouchersOf(before), site);
  const former = createHash('sha256').update(known.statement).digest('hex');
  if (statement.version !== before.version + 1 || statement.former !== former) throw new Refused('approversNotNext');
  return pinned(statement, Math.max(statement.starts, known.startsAt));
};

/** The approvers after those that are known. Who enrols believes the time that the first ones name. */
export const nextApprovers = (
  text: string,
  trust: ApproversTrust,
  now: number,
  isEnrolling = false,
): PinnedApprovers => {
  if (isSignedFor(text, vouchersOfRole(trust.root.root))) return byRoot(text, trust);
  if (trust.approvers) return byFormer(text, trust.site, trust.approvers);
  return first(text, trust, isEnrolling ? 0 : now + firstApproversWait);
};

/** Follows statements as far as they are sound, and gives the newest; undefined when none is newer than what is known. */
export const followApprovers = (
  texts: readonly string[],
  trust: ApproversTrust,
  now: number,
  isEnrolling = false,
): PinnedApprovers | undefined => {
  let newest: PinnedApprovers | undefined;
  for (const text of texts)
    try {
      newest = nextApprovers(text, { ...trust, approvers: newest ?? trust.approvers }, now, isEnrolling);
    } catch (error) {
      // One that is known already, or nonsense: what follows must be signed for what is known all the same.
      if (!(error instanceof Refused)) throw error;
    }
  return newest;
};
