import { hash } from 'node:crypto';
import { countFleet } from '@patchkeep/rules/counting';
import type pg from 'pg';
import { globalQueries } from '../../../platform/db/global.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { enterSites, type Tx, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { listCountedHosts, listGroupTree, listHostNumbers, listTagMembers } from '../../hosts/public.ts';
import { listRulesInForce, saveHits } from '../../ignores/public.ts';
import { listInventories, listWindowsUpdates } from '../../inventory/public.ts';
import { listSiteIds } from '../../tenants/public.ts';
import { placedRule } from '../verdicts/rules-in-force.rules.ts';
import { verdictOf } from '../verdicts/verdict.rules.ts';
import { comparerFor } from '../verdicts/versions.rules.ts';
import type { ReportedUpdates } from '../windows-updates/windows-updates.rules.ts';
import { applyCorrections } from './corrections.service.ts';
import { type Counted, toCounted } from './counted.rules.ts';
import { layOut } from './fleet.rules.ts';
import { deleteRequests, listRequests, lockState, saveState } from './requests.repository.ts';
import { readStoredCounts, writeStoredCounts } from './stored-counts.service.ts';
import { listExploitedNos, selectCorrectedVerdicts, selectSchemes } from './verdicts.queries.ts';
import { type VerdictRegister, verdictRegister } from './verdicts.service.ts';
import { countWindowsUpdates, type WrittenUpdates } from './windows-updates.service.ts';

/** What a process remembers of a customer between counts; of no use once another process has counted. */
interface Memory {
  revision: number;
  inventories: Map<number, Uint8Array>;
  windowsUpdates: Map<number, ReportedUpdates>;
  counted: Counted;
  updates: WrittenUpdates;
  bytes: number;
}

export interface Recount {
  /** Rows that were written or taken away. */
  changes: number;
  /** Sites whose numbers moved. */
  siteIds: string[];
  tookMs: number;
  /** Somebody had asked for this count. */
  hadRequests: boolean;
}

/** Bytes of all that is remembered; the customer counted longest ago is forgotten first. */
const mostRemembered = 512 * 1024 * 1024;

const bytesOf = (inventories: ReadonlyMap<number, Uint8Array>, { hosts, applications, versions }: Counted): number => {
  let bytes = hosts.rows.byteLength;
  for (const table of [...applications.values(), ...versions.values()]) bytes += table.rows.byteLength;
  // A small buffer costs more than it holds.
  for (const packed of inventories.values()) bytes += packed.byteLength + 100;
  return bytes;
};

/** The same as long as the same hosts count and are in the same groups. */
const membersHash = (members: Awaited<ReturnType<typeof listCountedHosts>>): Buffer =>
  hash('md5', JSON.stringify(members), 'buffer');

/** Counts customers, one at a time each, and writes only what changed. */
export const recounter = (pool: pg.Pool) => {
  const db = globalQueries(pool);
  const shared = verdictRegister(db);
  const memories = new Map<string, Memory>();

  /** What hosts hold: all of it the first time, then only what changed. */
  const holdings = async (tx: Tx, customerId: string, known: Memory | undefined, changed: readonly number[]) => {
    const subset = known && changed;
    const inventories = new Map(known?.inventories);
    const windowsUpdates = new Map(known?.windowsUpdates);
    if (subset?.length === 0) return { inventories, windowsUpdates };
    for (const row of await listInventories(tx, customerId, subset)) inventories.set(row.host_no, row.version_ids);
    for (const row of await listWindowsUpdates(tx, customerId, subset)) windowsUpdates.set(row.hostNo, row);
    return { inventories, windowsUpdates };
  };

  const count = async (
    tx: Tx,
    customerId: string,
    now: Date,
    inventories: ReadonlyMap<number, Uint8Array>,
    verdicts: VerdictRegister,
  ) => {
    const siteIds = await listSiteIds(tx, customerId);
    const rules = (await listRulesInForce(tx, customerId, now)).map(placedRule);
    const named = rules.filter((rule) => rule.scopeKind === 2).map((rule) => rule.scopeId);
    const numbers = named.length === 0 ? [] : await listHostNumbers(tx, customerId, named);
    const members = await listCountedHosts(tx, customerId, now);
    const laidOut = layOut({
      siteIds,
      members,
      groups: await listGroupTree(tx, customerId),
      tags: await listTagMembers(tx, customerId),
      rules,
      hostNoOf: new Map(numbers.map((row) => [row.host_id, row.host_no])),
      inventories,
    });
    const today = now.toISOString().slice(0, 10);
    const catalogRevision = await verdicts.load(laidOut.versionIds, today);
    const corrected = await selectCorrectedVerdicts(tx, customerId);
    const exploited = corrected.length === 0 ? new Set<number>() : await listExploitedNos(db);
    const ours = new Map(corrected.map((row) => [row.version_id, verdictOf(row, exploited, today)]));
    const ranged = rules.flatMap((rule) => (rule.applicationId === null ? [] : [rule.applicationId]));
    const compare = comparerFor(ranged.length === 0 ? new Map() : await selectSchemes(db, ranged));
    const judged = Array.from(laidOut.versionIds, (id) => ours.get(id) ?? verdicts.of(id));
    const counts = countFleet({ ...laidOut.fleet, verdicts: judged }, compare);
    const hits = rules.map((rule) => ({
      siteId: rule.siteId,
      ruleId: rule.ruleId,
      hosts: counts.ruleHits.get(rule.ruleId) ?? 0,
    }));
    return { counted: toCounted(counts, laidOut), catalogRevision, hits, membersHash: membersHash(members) };
  };

  const remember = (customerId: string, memory: Memory): void => {
    memories.delete(customerId);
    memories.set(customerId, memory);
    let bytes = [...memories.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, { bytes: freed }] of memories) {
      if (bytes <= mostRemembered) return;
      memories.delete(oldest);
      bytes -= freed;
    }
  };

  /** `exact` forgets everything first: what it then changes was wrong before. */
  return async (customerId: string, now: Date, { isExact = false } = {}): Promise<Recount> => {
    const started = performance.now();
    const tenant = { customerId, siteIds: [], actorId: null };
    let memory: Memory | undefined;
    const result = await withTenantRetrying(pool, tenant, async (tx): Promise<Recount> => {
      await enterSites(tx, { ...tenant, siteIds: await listSiteIds(tx, customerId) });
      const state = await lockState(tx, customerId, now);
      const remembered = isExact ? undefined : memories.get(customerId);
      const known = remembered?.revision === state.revision ? remembered : undefined;
      // Requests first: what they announce is visible to all that is read after them.
      const requests = await listRequests(tx, customerId);
      const changed = requests.flatMap((request) => (request.host_nos ? unpackNumbers(request.host_nos) : []));
      const { inventories, windowsUpdates } = await holdings(tx, customerId, known, changed);
      // A new inventory alone corrects nothing: a version that is new to all is announced once it is judged.
      if (!known || requests.some((request) => request.host_nos === null))
        await applyCorrections(tx, db, customerId, now);
      const { counted, catalogRevision, hits, ...marks } = await count(
        tx,
        customerId,
        now,
        inventories,
        isExact ? verdictRegister(db) : shared,
      );
      const before = known?.counted ?? (await readStoredCounts(tx, customerId));
      const { changes: rows, siteIds } = await writeStoredCounts(tx, customerId, before, counted, now);
      const sites = counted.siteOfHost;
      const updates = await countWindowsUpdates(tx, db, customerId, windowsUpdates, sites, known?.updates);
      await saveHits(tx, customerId, hits);
      await deleteRequests(
        tx,
        customerId,
        requests.map((request) => request.request_id),
      );
      const tookMs = Math.round(performance.now() - started);
      const revision = state.revision + 1;
      await saveState(tx, customerId, {
        revision,
        counted_at: now,
        catalog_revision: catalogRevision,
        // By this the customer rests; an exact count takes longer and says nothing about the next one.
        took_ms: isExact ? state.took_ms : tookMs,
        members_hash: marks.membersHash,
      });
      const bytes = bytesOf(inventories, counted);
      memory = { revision, inventories, windowsUpdates, counted, updates: updates.written, bytes };
      const changes = rows + updates.changes;
      return {
        changes,
        siteIds: updates.changes === 0 ? siteIds : [...new Set([...siteIds, ...sites.values()])],
        tookMs,
        hadRequests: requests.length > 0,
      };
    });
    if (memory) remember(customerId, memory);
    return result;
  };
};
export type Recounter = ReturnType<typeof recounter>;
