import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { isRestartTagOfHost, isServer } from '../hosts.queries.ts';
import { isReached, type RestartReach } from './restarts.repository.ts';

/** The hosts a request reaches, counted by what decides whether they are asked. */
export const countReached = async (tx: Tx, reach: RestartReach, now: Date) => {
  const rows = await tx
    .selectFrom('hosts as h')
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
    .where(isReached(reach))
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

/** The hosts that can be given work among those reached, in the order of their numbers. */
export const selectReached = async (tx: Tx, reach: RestartReach) => {
  const rows = await tx
    .selectFrom('hosts as h')
    .select(['h.host_no', 'h.os_family', 'h.os_architecture', 'h.has_root', 'h.agent_version', 'h.approvers_version'])
    .where(isReached(reach))
    .where('h.view', 'in', [0, 2])
    .where('h.quarantined_at', 'is', null)
    .orderBy('h.host_no')
    .execute();
  return rows.map((row) => ({
    hostNo: row.host_no,
    osFamily: row.os_family,
    architecture: row.os_architecture,
    hasRoot: row.has_root,
    agentVersion: row.agent_version,
    approversVersion: row.approvers_version,
  }));
};

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
