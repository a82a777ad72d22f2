import { sql } from 'kysely';
import { inOrder } from '../../../platform/db/number-sets.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { type HostCriteria, isRestartTagOfHost, isServer, matching } from '../hosts.queries.ts';
import { isReached, type RestartReach } from './restarts.repository.ts';

/** Whom a request reaches: those it names, or those that a filter means. */
export type Reach = RestartReach | HostCriteria;

const reached = (tx: Tx, reach: Reach) =>
  'view' in reach ? matching(tx, reach) : tx.selectFrom('hosts as h').where(isReached(reach));

/** The hosts a request reaches, counted by what decides whether they are asked. */
export const countReached = async (tx: Tx, reach: Reach, now: Date) => {
  const rows = await reached(tx, reach)
    .select(({ fn }) => [
      'h.agent_version',
      sql<boolean>`h.view in (0, 2) and h.quarantined_at is null`.as('is_at_work'),
      fn.countAll<number>().as('hosts'),
      sql<number>`count(*) filter (where ${isServer})`.as('servers'),
      sql<number>`count(*) filter (where h.dormant_since is not null)`.as('dormant'),
      sql<number>`count(*) filter (where h.last_boot_at <= h.last_boot_request_at)`.as('asked'),
      sql<number>`count(*) filter (where h.last_boot_at <= h.last_boot_request_at and h.reboot_deadline <= ${now})`.as(
        'due',
      ),
    ])
    .groupBy(['h.agent_version', 'is_at_work'])
    .execute();
  return rows.map((row) => ({
    agentVersion: row.agent_version,
    isAtWork: row.is_at_work,
    hosts: Number(row.hosts),
    servers: Number(row.servers),
    dormant: Number(row.dormant),
    asked: Number(row.asked),
    due: Number(row.due),
  }));
};
export type ReachedHosts = Awaited<ReturnType<typeof countReached>>[number];

/** What decides which work a host can be given. */
const traits = ['h.os_family', 'h.os_architecture', 'h.has_root', 'h.agent_version', 'h.approvers_version'] as const;

/** The hosts that can be given work among those reached: those that are alike together, by their numbers. */
export const selectReached = async (tx: Tx, reach: Reach) => {
  const rows = await reached(tx, reach)
    .select(traits)
    // A text of numbers is read ten times as fast as an array of them, and a million rows are not read at all.
    .select(sql<string>`string_agg(h.host_no::text, ',')`.as('host_nos'))
    .where('h.view', 'in', [0, 2])
    .where('h.quarantined_at', 'is', null)
    .groupBy(traits)
    .execute();
  return rows.map((row) => ({
    osFamily: row.os_family,
    architecture: row.os_architecture,
    hasRoot: row.has_root,
    agentVersion: row.agent_version,
    approversVersion: row.approvers_version,
    hostNos: JSON.parse(`[${row.host_nos}]`) as number[],
  }));
};
/** Hosts that are alike in what decides which work they can be given. */
export type AlikeHosts = Awaited<ReturnType<typeof selectReached>>[number];

/** The numbers of these hosts, each once, in their order. */
export const numbersOf = (alike: readonly Pick<AlikeHosts, 'hostNos'>[]): number[] =>
  inOrder(alike.flatMap(({ hostNos }) => hostNos));

/** Restarts whose deadline is over and that have not happened, the longest overdue first. */
export const selectDueRestarts = (tx: Tx, customerId: string, siteId: string, now: Date) =>
  tx
    .selectFrom('hosts as h')
    .leftJoin('tags as r', (join) => join.on(isRestartTagOfHost))
    .select([
      'h.host_id',
      'h.last_boot_request_at',
      'h.reboot_deadline',
      'r.restart_title',
      'r.restart_message',
      'r.delay_seconds',
      'r.snooze_seconds',
      'r.seconds_until_force',
    ])
    .where('h.customer_id', '=', customerId)
    .where('h.site_id', '=', siteId)
    .where('h.reboot_deadline', '<=', now)
    .whereRef('h.last_boot_at', '<=', 'h.last_boot_request_at')
    .where('h.view', 'in', [0, 2])
    .where('h.quarantined_at', 'is', null)
    .orderBy('h.reboot_deadline')
    .execute();
