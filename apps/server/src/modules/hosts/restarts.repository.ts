import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './hosts.tables.ts';

/** Hosts of a site, by themselves, by their groups or by their tags. */
export interface RestartReach {
  customerId: string;
  siteId: string;
  hostIds: readonly string[];
  groupIds: readonly string[];
  tagIds: readonly string[];
}

const among = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`;

/** One condition for the preview and the deed, so that they mean the same hosts. About the table `hosts as h`. */
export const isReached = ({ customerId, siteId, hostIds, groupIds, tagIds }: RestartReach) => sql<SqlBool>`(
  h.host_id = ${among(hostIds)} or h.group_id = ${among(groupIds)} or h.host_id = any(array(
    select t.host_id from host_tags t
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.tag_id = ${among(tagIds)})))`;

export interface RestartRequest {
  tagId: string;
  askedAt: Date;
  deadline: Date;
  userId: string;
  /** Versions of agents that can do it. */
  agentVersions: readonly string[];
}

/** Asks all of them in one statement; an earlier request gives way. Tells whom it asked. */
export const requestRestarts = async (
  tx: Tx,
  reach: RestartReach,
  { tagId, askedAt, deadline, userId, agentVersions }: RestartRequest,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('hosts as h')
    .set({
      restart_tag_id: tagId,
      last_boot_request_at: askedAt,
      reboot_deadline: deadline,
      last_reboot_snooze_at: null,
      restart_requested_by: userId,
      restart_shown_at: null,
    })
    .where('h.customer_id', '=', reach.customerId)
    .where('h.site_id', '=', reach.siteId)
    .where(isReached(reach))
    .where('h.view', 'in', [0, 2])
    .where('h.quarantined_at', 'is', null)
    .where('h.agent_version', '=', sql<string>`any(${[...agentVersions]}::text[])`)
    .returning('h.host_id')
    .execute();
  return rows.map((row) => row.host_id);
};

/** Takes back what no host has been told yet: requests whose deadline is still to come. */
export const cancelRestarts = async (tx: Tx, reach: RestartReach, now: Date): Promise<string[]> => {
  const rows = await tx
    .updateTable('hosts as h')
    .set({
      restart_tag_id: null,
      last_boot_request_at: null,
      reboot_deadline: null,
      last_reboot_snooze_at: null,
      restart_requested_by: null,
      restart_shown_at: null,
    })
    .where('h.customer_id', '=', reach.customerId)
    .where('h.site_id', '=', reach.siteId)
    .where(isReached(reach))
    .whereRef('h.last_boot_at', '<=', 'h.last_boot_request_at')
    .where('h.reboot_deadline', '>', now)
    .returning('h.host_id')
    .execute();
  return rows.map((row) => row.host_id);
};

/** What a host told of the dialog: shown for the first time, or put off. */
export const noteRestart = async (
  tx: Tx,
  { customerId, siteId, hostId }: { customerId: string; siteId: string; hostId: string },
  { shownAt, snoozedAt }: { shownAt?: Date; snoozedAt?: Date },
): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set({
      ...(shownAt && { restart_shown_at: sql<Date>`coalesce(restart_shown_at, ${shownAt})` }),
      ...(snoozedAt && { last_reboot_snooze_at: snoozedAt }),
    })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', hostId)
    .where('last_boot_request_at', 'is not', null)
    .execute();
};
