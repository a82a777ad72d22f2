import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { noRestart } from '../hosts.repository.ts';

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
export const isReached = ({
  customerId,
  siteId,
  hostIds,
  groupIds,
  tagIds,
}: RestartReach) => sql<SqlBool>`h.customer_id = ${customerId} and h.site_id = ${siteId} and (
  h.host_id = ${among(hostIds)} or h.group_id = ${among(groupIds)} or h.host_id = any(array(
    select t.host_id from host_tags t
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.tag_id = ${among(tagIds)})))`;

export interface RestartRequest {
  tagId: string;
  askedAt: Date;
  deadline: Date;
  userId: string;
}

const asAsked = ({ tagId, askedAt, deadline, userId }: RestartRequest) => ({
  restart_tag_id: tagId,
  last_boot_request_at: askedAt,
  reboot_deadline: deadline,
  last_reboot_snooze_at: null,
  restart_requested_by: userId,
  restart_shown_at: null,
});

/** Asks all of them in one statement; an earlier request gives way. Tells whom it asked. */
export const requestRestarts = async (
  tx: Tx,
  reach: RestartReach,
  { agentVersions, ...request }: RestartRequest & { /** Of agents that can do it. */ agentVersions: readonly string[] },
): Promise<string[]> => {
  const rows = await tx
    .updateTable('hosts as h')
    .set(asAsked(request))
    .where(isReached(reach))
    .where('h.view', 'in', [0, 2])
    .where('h.quarantined_at', 'is', null)
    .where('h.agent_version', '=', sql<string>`any(${[...agentVersions]}::text[])`)
    .returning('h.host_id')
    .execute();
  return rows.map((row) => row.host_id);
};

export interface RestartRequestKey {
  customerId: string;
  siteId: string;
  requestId: string;
}

/** Keeps a request of many hosts until a worker has asked them all. */
export const insertRestartRequest = async (
  tx: Tx,
  { customerId, siteId, requestId }: RestartRequestKey,
  { tagId, askedAt, deadline, userId }: RestartRequest,
  hostNos: Buffer,
): Promise<void> => {
  await tx
    .insertInto('restart_requests')
    .values({
      customer_id: customerId,
      site_id: siteId,
      request_id: requestId,
      restart_tag_id: tagId,
      asked_at: askedAt,
      deadline,
      asked_by: userId,
      host_nos: hostNos,
      done_count: 0,
    })
    .execute();
};

export const countRestartRequests = async (tx: Tx, customerId: string, siteId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('restart_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The request, for the one worker that goes on with it. */
export const lockRestartRequest = (tx: Tx, { customerId, siteId, requestId }: RestartRequestKey) =>
  tx
    .selectFrom('restart_requests')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();

/** Asks some hosts by number; one that a newer request has reached meanwhile follows that. */
export const requestRestartsOf = async (
  tx: Tx,
  { customerId, siteId }: RestartRequestKey,
  request: RestartRequest,
  hostNos: readonly number[],
): Promise<void> => {
  await tx
    .updateTable('hosts as h')
    .set(asAsked(request))
    .where('h.customer_id', '=', customerId)
    .where('h.site_id', '=', siteId)
    .where('h.host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .where('h.view', 'in', [0, 2])
    .where('h.quarantined_at', 'is', null)
    .where((where) =>
      where.or([where('h.last_boot_request_at', 'is', null), where('h.last_boot_request_at', '<', request.askedAt)]),
    )
    .execute();
};

/** Notes how many are asked, and forgets the request with the last of them. */
export const noteRestartsAsked = async (
  tx: Tx,
  { customerId, siteId, requestId }: RestartRequestKey,
  doneCount: number,
  isOver: boolean,
): Promise<void> => {
  if (isOver)
    await tx
      .deleteFrom('restart_requests')
      .where('customer_id', '=', customerId)
      .where('site_id', '=', siteId)
      .where('request_id', '=', requestId)
      .execute();
  else
    await tx
      .updateTable('restart_requests')
      .set({ done_count: doneCount })
      .where('customer_id', '=', customerId)
      .where('site_id', '=', siteId)
      .where('request_id', '=', requestId)
      .execute();
};

/** Takes back what no host has been told yet: requests whose deadline is still to come. */
export const cancelRestarts = async (tx: Tx, reach: RestartReach, now: Date): Promise<string[]> => {
  const rows = await tx
    .updateTable('hosts as h')
    .set(noRestart)
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
