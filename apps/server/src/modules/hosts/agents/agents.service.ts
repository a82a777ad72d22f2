import { createPublicKey, type KeyObject } from 'node:crypto';
import { isCanonicalId } from '@patchkeep/rules/ids';
import type pg from 'pg';
import type { Hint } from '../../../platform/bus/bus.ts';
import type { Secrets } from '../../../platform/config/config.ts';
import { microBatch } from '../../../platform/db/micro-batch.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { busy, Refusal } from '../../../platform/errors.ts';
import type { AgentCall } from '../../../platform/http/agent-mount.ts';
import type { AgentSession } from '../../../platform/http/agent-session.ts';
import { derivedKeys } from '../../../platform/http/secret.ts';
import { recordAct } from '../../audit/public.ts';
import { quarantineHost } from '../hosts.repository.ts';
import { findAgents } from './agents.queries.ts';
import {
  isSuccessor,
  type LastTokens,
  newWriterId,
  nextCloneToken,
  readCloneToken,
  findKnownToken,
  unreadableToken,
  writeCloneToken,
} from './clone-detection.service.ts';

/** A known agent; its calls update `lastTokens` and `signedAt`. */
export interface Agent {
  customerId: string;
  siteId: string;
  hostId: string;
  hostNo: number;
  /** Made from its 32 bytes when asked for: a key object for each of a million hosts would fill the memory. */
  readonly key: KeyObject;
  session: AgentSession | undefined;
  state: 'active' | 'pending' | 'disabled' | 'trashed' | 'quarantined';
  inspectRevision: number;
  inventoryHash: string | null;
  reportedBootAt: number;
  isDormant: boolean;
  /** Of those who vouch for custom software, as the host said last; null where its agent does not say. */
  approversVersion: number | null;
  /** When a person last accepted the host; 0 if nobody had to. */
  acceptedAt: number;
  /** From this millisecond on something waits to be done, and its check-ins are told so; Infinity while nothing does. */
  workAt: number;
  lastTokens: LastTokens | undefined;
  /** The second in which the latest call was signed, not later than this server's clock. */
  signedAt: number;
}

/**
 * Believed for this long, three check-ins: what is revoked is gone when its hint arrives, within a moment; a process
 * whose hints may have been lost believes nothing it kept. About five kilobytes each.
 */
const cacheMs = 900_000;
const maxCached = 1_000_000;
/** An id of nobody is not looked up again for this long; ids are made at random, so none becomes somebody's later. */
const unknownMs = 60_000;
const maxUnknown = 20_000;
/**
 * Hosts that may be read at once. After a restart of the server everybody calls for the first time: those beyond are
 * told to come back, each after a time of its own, so that people who use the console wait for some hundred hosts and
 * not for all of them.
 */
const mostLoading = 400;
const againSeconds = 30;
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** A raw Ed25519 key of 32 bytes as Node's crypto wants it. */
export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'spki' });

type AgentRow = Awaited<ReturnType<typeof findAgents>>[number];

const stateOf = (row: AgentRow): Agent['state'] => {
  if (row.trashed_at) return 'trashed';
  if (row.quarantined_at) return 'quarantined';
  if (row.pending_since) return 'pending';
  return row.disabled_at ? 'disabled' : 'active';
};

/** Names the tenant too, so that a host is looked up inside its site like everything else. */
export const writeKeyId = ({ customerId, siteId, hostId }: Pick<Agent, 'customerId' | 'siteId' | 'hostId'>): string =>
  [customerId, siteId, hostId].join('/');

/** Tells that something about a host changed. */
export const hintOfHost = ({ customerId, siteId, hostId }: Pick<Agent, 'customerId' | 'siteId' | 'hostId'>): Hint => ({
  customerId,
  siteAccountUuid: siteId,
  thing: 'host',
  id: hostId,
});

/** Tells that something about several hosts of a site changed. */
export const hintOfHosts = ({ customerId, siteId }: Pick<Agent, 'customerId' | 'siteId'>): Hint => ({
  customerId,
  siteAccountUuid: siteId,
  thing: 'host',
});

type HostName = Pick<Agent, 'customerId' | 'siteId' | 'hostId'>;

/** Takes the one spelling that `writeKeyId` makes, so that a host has one place in every cache. */
const readKeyId = (keyId: string): HostName | undefined => {
  const [customerId = '', siteId = '', hostId = '', ...rest] = keyId.split('/');
  return rest.length === 0 && [customerId, siteId, hostId].every(isCanonicalId)
    ? { customerId, siteId, hostId }
    : undefined;
};

/** A host whose clock was set back a little looks late too, until its clock has caught up. */
const lateSeconds = 30;

type CloneCheckCall = Pick<AgentCall<unknown>, 'now' | 'requestId' | 'ip' | 'parameters'>;

/** A host as its row says it is; what this process knows besides is kept. */
const agentOf = (named: HostName, row: AgentRow, before: Agent | undefined): Agent => {
  // A person decided that this host is no clone: every process drops its tokens.
  const isAcceptedSince = (row.accepted_at?.getTime() ?? 0) > (before?.acceptedAt ?? 0);
  return {
    ...named,
    hostNo: row.host_no,
    get key() {
      return publicKeyOf(row.public_key);
    },
    session: before?.session,
    state: stateOf(row),
    inspectRevision: row.inspect_revision,
    inventoryHash: row.inventory_hash?.toString('hex') ?? null,
    reportedBootAt: (row.last_reported_boot_at ?? row.last_boot_at).getTime(),
    isDormant: row.dormant_since !== null,
    approversVersion: row.approvers_version,
    workAt: row.work_at?.getTime() ?? Infinity,
    acceptedAt: row.accepted_at?.getTime() ?? 0,
    lastTokens: isAcceptedSince ? undefined : before?.lastTokens,
    signedAt: isAcceptedSince ? 0 : (before?.signedAt ?? 0),
  };
};

/**
 * Reads hosts, those of one site that call at once together: after a restart every host is read again, and a
 * transaction for each of them would be most of what its first call costs.
 */
const hostReader = (pool: pg.Pool) =>
  microBatch<HostName, AgentRow | undefined>({
    keyOf: ({ customerId, siteId }) => `${customerId}/${siteId}`,
    most: 200,
    write: async (_site, named) => {
      const [{ customerId, siteId }] = named as [HostName];
      const hostIds = [...new Set(named.map(({ hostId }) => hostId))];
      const rows = await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, (tx) =>
        findAgents(tx, customerId, siteId, hostIds),
      );
      const byId = new Map(rows.map((row) => [row.host_id, row]));
      return named.map(({ hostId }) => byId.get(hostId));
    },
  });

/** The agents that called this process, with their last clone-detection tokens and their session. */
export const agentRegister = (pool: pg.Pool, secrets: Secrets) => {
  const keys = derivedKeys(secrets, 'patchkeep lineage');
  const [key] = keys;
  let unreadableTokens = 0;
  const writerId = newWriterId();
  const cache = new Map<string, { agent: Agent; until: number }>();

  const readHost = hostReader(pool);
  const unknown = new Map<string, number>();
  /** Hosts that are being read at this moment: what comes may be older than what is written meanwhile. */
  const loading = new Map<string, number>();

  const put = (keyId: string, agent: Agent, now: Date): void => {
    for (const oldest of cache.keys()) {
      if (cache.size < maxCached) break;
      cache.delete(oldest);
    }
    cache.set(keyId, { agent, until: now.getTime() + cacheMs });
  };

  const load = async (keyId: string, now: Date): Promise<Agent | undefined> => {
    const named = readKeyId(keyId);
    if (!named) return undefined;
    loading.set(keyId, (loading.get(keyId) ?? 0) + 1);
    const row = await readHost(named).finally(() => {
      const left = (loading.get(keyId) ?? 1) - 1;
      if (left > 0) loading.set(keyId, left);
      else loading.delete(keyId);
    });
    if (!row) {
      if (unknown.size >= maxUnknown) unknown.clear();
      unknown.set(keyId, now.getTime() + unknownMs);
      cache.delete(keyId);
      return undefined;
    }
    unknown.delete(keyId);
    const before = cache.get(keyId)?.agent;
    const agent = agentOf(named, row, before);
    // An agent in the cache has signed validly before, so the new row may be cached.
    if (before) put(keyId, agent, now);
    return agent;
  };

  return {
    findSigner(keyId: string, now: Date): Agent | undefined | Promise<Agent | undefined> {
      const known = cache.get(keyId);
      if (known && known.until > now.getTime()) return known.agent;
      if ((unknown.get(keyId) ?? 0) > now.getTime()) return undefined;
      if (loading.size >= mostLoading) throw busy(againSeconds);
      return load(keyId, now);
    },

    /** Called after a signature was verified. Calls of one host that arrive together must share its tokens. */
    remember(keyId: string, agent: Agent, now: Date): Agent {
      const known = cache.get(keyId)?.agent;
      if (!known) put(keyId, agent, now);
      return known ?? agent;
    },

    /** How many agents are remembered. */
    count: (): number => cache.size,

    /** Something about the host changed: read it again at its next call, but keep its tokens. */
    forget(named: Pick<Agent, 'customerId' | 'siteId' | 'hostId'>): void {
      const known = cache.get(writeKeyId(named));
      if (known) known.until = 0;
    },

    /**
     * Tells that this process wrote what a call of the host said, and that `agent` says it too: the others read the
     * host again, this one need not. Only where `agent` is what is remembered: otherwise everybody reads it again.
     */
    hintOfOwnWrite(agent: Agent): Hint {
      const keyId = writeKeyId(agent);
      const isKnown = cache.get(keyId)?.agent === agent && !loading.has(keyId);
      return isKnown ? { ...hintOfHost(agent), by: writerId } : hintOfHost(agent);
    },

    /** A hint of `hintOfOwnWrite`, come back. */
    isOwn: ({ by }: Hint): boolean => by === writerId,

    /** The same for all hosts of a site, after an act on many. */
    forgetSite(siteId: string): void {
      for (const known of cache.values()) if (known.agent.siteId === siteId) known.until = 0;
    },

    forgetAll(): void {
      for (const known of cache.values()) known.until = 0;
    },

    /** How many tokens no key could verify: many after a key was lost, otherwise none. */
    unreadableTokens: () => unreadableTokens,

    firstCloneToken: (hostId: string): string => writeCloneToken(key, hostId, nextCloneToken(writerId, 0)),

    /**
     * Checks the agent's clone-detection token and returns the next one. Quarantines a host whose identity two machines
     * use. A call that arrives after a later one of the same host is refused as busy: the host has given up on it, and
     * it would make the later token invalid.
     */
    async renewCloneToken(agent: Agent, sentText: string, call: CloneCheckCall): Promise<string> {
      const signedAt = Math.min(call.parameters.created, Math.floor(call.now.getTime() / 1_000));
      if (signedAt < agent.signedAt) throw busy(lateSeconds);
      agent.signedAt = signedAt;
      const read = findKnownToken(agent.lastTokens, sentText) ?? readCloneToken(keys, agent.hostId, sentText);
      const sent = read ?? (agent.lastTokens === undefined ? unreadableToken : undefined);
      if (sent === unreadableToken) unreadableTokens += 1;
      if (!sent || !isSuccessor(writerId, agent.lastTokens, sent)) {
        await quarantine(pool, agent, call);
        throw new Refusal(403, 'Quarantined: this identity is in use twice');
      }
      const current = nextCloneToken(writerId, sent.seq);
      const text = writeCloneToken(key, agent.hostId, current);
      agent.lastTokens = { current, previous: sent, text, previousText: sentText };
      return text;
    },
  };
};
export type AgentRegister = ReturnType<typeof agentRegister>;

const quarantine = (pool: pg.Pool, agent: Agent, { now, requestId, ip }: CloneCheckCall): Promise<void> => {
  const { customerId, siteId, hostId } = agent;
  agent.state = 'quarantined';
  return withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, async (tx) => {
    await quarantineHost(tx, customerId, hostId, now);
    await recordAct(
      tx,
      { now, requestId, ip, instanceId: null },
      {
        customerId,
        siteId,
        actorId: null,
        credentialId: hostId,
        verb: 'host.quarantine',
        objectKind: 'host',
        objectId: hostId,
      },
    );
  });
};
