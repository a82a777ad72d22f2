import { createHash, randomUUIDv7 } from 'node:crypto';
import { type agentApi, agentLimits } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { enterSites, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { Refusal, tooMany } from '../../../platform/errors.ts';
import type { AgentCall } from '../../../platform/http/agent-mount.ts';
import type { SignerClient } from '../../../platform/signer-client.ts';
import { recordAct } from '../../audit/public.ts';
import { insertHost, insertHostTags, noRestart, setHasRoot, takeHostNumber } from '../hosts.repository.ts';
import { findSchedule, isHardwareKnown } from './agents.queries.ts';
import { type AgentRegister, hintOfHost, writeKeyId } from './agents.service.ts';
import type { ApproversAfter } from './check-in.service.ts';
import { findEnrolled, findTokenSite } from './enrol.queries.ts';
import { factColumns } from './host-facts.rules.ts';
import { readInstallToken } from './install-token.rules.ts';
import { useInstallToken } from './install-tokens.repository.ts';
import { secondsToNextPhase } from './phase.rules.ts';

type Enrol = (typeof agentApi)['enrol'];

/** One answer for every token that is not good, whatever is wrong with it. */
const refused = () => new Refusal(403, 'This install token cannot be used');
const cooldownMs = 60_000;

/** The same hardware may ask once a minute: a loop in a start script must not become a flood. */
const cooldown = () => {
  const last = new Map<string, number>();
  return (hardware: string, now: Date): void => {
    const until = (last.get(hardware) ?? 0) + cooldownMs - now.getTime();
    if (until > 0) throw tooMany(Math.ceil(until / 1_000));
    if (last.size > 100_000) last.clear();
    last.set(hardware, now.getTime());
  };
};

interface Dependencies {
  approversAfter: ApproversAfter;
  pool: pg.Pool;
  bus: Bus;
  agents: AgentRegister;
  signer: Pick<SignerClient, 'root'> | undefined;
}

/** Makes hosts of newcomers. A claim never replaces an existing identity: known hardware waits for a person. */
export const enroller = ({ pool, bus, agents, signer, approversAfter }: Dependencies) => {
  const cool = cooldown();
  return async ({
    body,
    now,
    requestId,
    ip,
  }: AgentCall<z.output<Enrol['body']>>): Promise<z.input<Enrol['response']>> => {
    const token = readInstallToken(body.token);
    if (!token) throw refused();
    const { customerId } = token;
    const hardwareHash = createHash('sha256').update(`${customerId}|${body.hardwareId}`).digest();
    cool(hardwareHash.toString('hex'), now);
    const publicKey = Buffer.from(body.publicKey, 'base64url');
    const trustRoot = await signer?.root();
    const { hostId, siteId, isPending } = await withTenantRetrying(
      pool,
      { customerId, siteIds: [], actorId: null },
      async (tx) => {
        const site = await findTokenSite(tx, customerId, token.hash, now);
        if (site === undefined) throw refused();
        await enterSites(tx, { customerId, siteIds: [site], actorId: null });
        // Its first answer was lost: it is told again who it is, and nobody is counted twice.
        const again = await findEnrolled(tx, { customerId, siteId: site }, { hardwareHash, publicKey });
        if (again) {
          await setHasRoot(tx, customerId, again.host_id, trustRoot !== undefined);
          return { hostId: again.host_id, siteId: site, isPending: again.pending_since !== null };
        }
        const settings = await findSchedule(tx, customerId, site);
        // From here on hosts with the same token wait for each other: what can be read before is read before.
        const used = await useInstallToken(tx, customerId, token.hash, now);
        if (!used) throw refused();
        const newId = randomUUIDv7();
        const mustWait =
          settings?.is_acceptance_required === true || (await isHardwareKnown(tx, customerId, hardwareHash));
        await insertHost(tx, {
          ...factColumns(body.facts, now),
          customer_id: customerId,
          site_id: site,
          host_id: newId,
          host_no: await takeHostNumber(tx, customerId),
          group_id: used.group_id,
          public_key: publicKey,
          hardware_hash: hardwareHash,
          enrolled_at: now,
          trashed_at: null,
          quarantined_at: null,
          accepted_at: null,
          pending_since: mustWait ? now : null,
          disabled_at: null,
          dormant_since: null,
          ...noRestart,
          inspect_revision: 1,
          inspected_revision: 0,
          inventory_hash: null,
          work_at: null,
          has_root: trustRoot !== undefined,
          approvers_version: null,
          inventory_at: null,
        });
        await insertHostTags(
          tx,
          used.tag_ids.map((tagId) => ({ customer_id: customerId, site_id: site, tag_id: tagId, host_id: newId })),
        );
        await recordAct(
          tx,
          { now, requestId, ip, instanceId: null },
          {
            customerId,
            siteId: site,
            actorId: null,
            credentialId: used.token_id,
            verb: 'host.enrol',
            objectKind: 'host',
            objectId: newId,
            after: { hostName: body.facts.hostName, isPending: mustWait },
          },
        );
        return { hostId: newId, siteId: site, isPending: mustWait };
      },
    );
    void bus.publish([hintOfHost({ customerId, siteId, hostId })]).catch(() => undefined);
    // Who enrols believes the time that the first ones name, as it believes the root that it is given now.
    const approvers = await approversAfter({ customerId, siteId }, 0, now);
    return {
      agentUuid: hostId,
      siteUuid: siteId,
      ...(trustRoot !== undefined && { trustRoot }),
      ...(approvers.length > 0 && { approvers }),
      customerUuid: customerId,
      keyId: writeKeyId({ customerId, siteId, hostId }),
      state: isPending ? 'pending' : 'active',
      serverTime: now.toISOString(),
      lineage: agents.firstCloneToken(hostId),
      nextInSeconds: isPending ? secondsToNextPhase(hostId, agentLimits.checkInSeconds, now.getTime()) : 1,
    };
  };
};
