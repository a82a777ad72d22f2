import { createPublicKey, type KeyObject } from 'node:crypto';
import { isId } from '@patchkeep/rules/ids';
import type pg from 'pg';
import { withTenant } from '../../platform/db/tenant.ts';
import { Refusal } from '../../platform/errors.ts';
import { recordAct } from '../audit/public.ts';
import { findAgent } from './agents.queries.ts';
import { quarantineHost } from './hosts.repository.ts';
import { continues, type Held, nextMark, readMark, writeMark } from './lineage.ts';

/** A known agent as its calls see it; `held` and the counters move with every call. */
export interface Agent {
  customerId: string;
  siteId: string;
  hostId: string;
  hostNo: number;
  key: KeyObject;
  state: 'active' | 'pending' | 'disabled' | 'trashed' | 'quarantined';
  inspectRevision: number;
  inventoryHash: string | null;
  bootedAt: number;
  isDormant: boolean;
  held: Held | undefined;
}

/** Believed for this long: what is revoked elsewhere is gone within it, and sooner when the hint arrives. */
const believedMs = 1_000;
const maxCached = 200_000;
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** A raw Ed25519 key of 32 bytes as Node's crypto wants it. */
export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'spki' });

const stateOf = (row: NonNullable<Awaited<ReturnType<typeof findAgent>>>): Agent['state'] => {
  if (row.trashed_at) return 'trashed';
  if (row.quarantined_at) return 'quarantined';
  if (row.pending_since) return 'pending';
  return row.disabled_at ? 'disabled' : 'active';
};

/** Names the tenant too, so that a host is looked up inside its site like everything else. */
export const writeKeyId = ({ customerId, siteId, hostId }: Pick<Agent, 'customerId' | 'siteId' | 'hostId'>): string =>
  [customerId, siteId, hostId].join('/');

const readKeyId = (keyId: string): Pick<Agent, 'customerId' | 'siteId' | 'hostId'> | undefined => {
  const [customerId = '', siteId = '', hostId = '', ...rest] = keyId.split('/');
  return rest.length === 0 && [customerId, siteId, hostId].every(isId) ? { customerId, siteId, hostId } : undefined;
};

/** The agents this process has heard from, and what it remembers of their lineage. */
export const agentRegister = (pool: pg.Pool, secretKey: string) => {
  const cache = new Map<string, { agent: Agent; until: number }>();

  const load = async (customerId: string, siteId: string, hostId: string): Promise<Agent | undefined> => {
    const row = await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, (tx) =>
      findAgent(tx, customerId, siteId, hostId),
    );
    if (!row) return undefined;
    return {
      customerId,
      siteId,
      hostId,
      hostNo: row.host_no,
      key: publicKeyOf(row.public_key),
      state: stateOf(row),
      inspectRevision: row.inspect_revision,
      inventoryHash: row.inventory_hash?.toString('hex') ?? null,
      bootedAt: row.last_boot_at.getTime(),
      isDormant: row.dormant_since !== null,
      held: cache.get(hostId)?.agent.held,
    };
  };

  return {
    async findSigner(keyId: string, now: Date): Promise<{ key: KeyObject; owner: Agent } | undefined> {
      const named = readKeyId(keyId);
      if (!named) return undefined;
      const { customerId, siteId, hostId } = named;
      const known = cache.get(hostId);
      if (known && known.until > now.getTime() && writeKeyId(known.agent) === keyId)
        return { key: known.agent.key, owner: known.agent };
      const agent = await load(customerId, siteId, hostId);
      if (!agent) return undefined;
      if (cache.size >= maxCached) cache.clear();
      cache.set(hostId, { agent, until: now.getTime() + believedMs });
      return { key: agent.key, owner: agent };
    },

    /** Something about the host changed: read it anew at its next call, but keep its lineage. */
    forget(hostId: string): void {
      const known = cache.get(hostId);
      if (known) known.until = 0;
    },

    /** The same for all hosts of a site, after an act on many. */
    forgetSite(siteId: string): void {
      for (const known of cache.values()) if (known.agent.siteId === siteId) known.until = 0;
    },

    firstMark: (hostId: string): string => writeMark(secretKey, hostId, nextMark(0)),

    /** Checks and renews the agent's lineage; a copied identity is quarantined and told so. */
    async continueLine(
      agent: Agent,
      sentText: string,
      call: { now: Date; requestId: string; ip: string },
    ): Promise<string> {
      const sent = readMark(secretKey, agent.hostId, sentText);
      if (!sent || !continues(agent.held, sent)) {
        await quarantine(pool, agent, call);
        throw new Refusal(403, 'Quarantined: this identity is in use twice');
      }
      const current = nextMark(Math.max(agent.held?.current.seq ?? 0, sent.seq));
      agent.held = { current, previous: sent };
      return writeMark(secretKey, agent.hostId, current);
    },
  };
};
export type AgentRegister = ReturnType<typeof agentRegister>;

const quarantine = (pool: pg.Pool, agent: Agent, call: { now: Date; requestId: string; ip: string }): Promise<void> => {
  const { customerId, siteId, hostId } = agent;
  agent.state = 'quarantined';
  return withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, async (tx) => {
    await quarantineHost(tx, customerId, hostId, call.now);
    await recordAct(
      tx,
      { ...call, instanceId: null },
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
