import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import { type HostRestart, restartLimits, type restarts, type RestartTargets } from '@patchkeep/contract/restarts';
import { tagKind } from '@patchkeep/contract/tags';
import { hostState } from '@patchkeep/rules/host-state';
import { acceptsRestart, restartRefusal } from '@patchkeep/rules/restart-request';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../../platform/context.ts';
import { packNumbers } from '../../../platform/db/packed-numbers.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { invalid, notFound, Refusal } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { userName } from '../../identity/public.ts';
import { listTags } from '../groups-and-tags/tags.repository.ts';
import { recordOnHosts } from '../host-acts.service.ts';
import { conditionOf } from '../hosts.presenter.ts';
import { findHost } from '../hosts.service.ts';
import { readRestartSettings, tagSettings } from '../settings/restart-settings.service.ts';
import { recordHostAct } from '../site-audit.service.ts';
import { siteOf } from '../site.service.ts';
import { askRestarts } from './restarts.jobs.ts';
import { presentRestart } from './restarts.presenter.ts';
import {
  countReached,
  numbersOf,
  type Reach,
  type ReachedHosts,
  selectDueRestarts,
  selectReached,
} from './restarts.queries.ts';
import {
  cancelRestarts,
  countRestartRequests,
  insertRestartRequest,
  requestRestarts,
  type RestartRequest,
} from './restarts.repository.ts';
import { named, reachOf } from './targets.service.ts';

type Request = Received<typeof restarts.request>['body'];

/** More rows than a request may hold until its end: a worker asks them, some at a time. */
const atOnce = 1_000;
/** A clock that is a little behind ours asks for "now" in our past. */
const toleratedLateMs = 5 * 60_000;

/** Whose settings a restart follows. Any other tag says nothing of restarts. */
const findRestartTag = async (context: Context, tagId: string) => {
  const { customerId, siteId } = siteOf(context);
  const tag = (await listTags(context.tx, customerId, siteId)).find((row) => row.tag_id === tagId);
  if (!tag) throw notFound();
  if (tag.kind !== tagKind.RestartTag) throw invalid(`"${tag.name}" is no restart tag`);
  const site = await readRestartSettings(context);
  return { tag, settings: tagSettings(tag, site), minimumAgentVersion: site.minimumAgentVersion };
};

const someTargets = (given: RestartTargets): RestartTargets => {
  const { agentUuid, groupUuid, tagUuid, selection } = given;
  if (agentUuid.length + groupUuid.length + tagUuid.length === 0 && !selection)
    throw invalid('Missing argument to postRequestHostRestart');
  return given;
};

const deadlineOf = ({ deadline }: Request, now: Date): Date => {
  if (deadline === undefined) return now;
  const at = new Date(deadline);
  if (at.getTime() < now.getTime() - toleratedLateMs) throw invalid('The deadline is over');
  if (at.getTime() > now.getTime() + restartLimits.daysAhead * dayMs)
    throw invalid(`The deadline is more than ${restartLimits.daysAhead} days away`);
  return at > now ? at : now;
};

const sum = (rows: readonly ReachedHosts[], of: 'hosts' | 'servers' | 'dormant' | 'asked' | 'due'): number =>
  rows.reduce((total, row) => total + row[of], 0);

/** What a request comes to: who is asked, who is left out and why. */
const selectTargets = async (context: Context, tagId: string, given: Request) => {
  const { tag, settings, minimumAgentVersion } = await findRestartTag(context, tagId);
  const deadline = deadlineOf(given, context.now);
  const reach = await reachOf(context, someTargets(given));
  const rows = await countReached(context.tx, reach, context.now);
  const atWork = rows.filter((row) => row.isAtWork);
  const targets = atWork.filter((row) => acceptsRestart(row.agentVersion, minimumAgentVersion));
  return {
    tag,
    settings,
    minimumAgentVersion,
    deadline,
    reach,
    targets,
    leftOut: {
      tooOld: sum(atWork, 'hosts') - sum(targets, 'hosts'),
      notAtWork: sum(rows, 'hosts') - sum(atWork, 'hosts'),
    },
  };
};

export const previewRestart = async (
  context: Context,
  tagId: string,
  given: Request,
): Promise<Returned<typeof restarts.preview>> => {
  const { settings, minimumAgentVersion, deadline, targets, leftOut } = await selectTargets(context, tagId, given);
  const servers = sum(targets, 'servers');
  return {
    hosts: sum(targets, 'hosts'),
    workstations: sum(targets, 'hosts') - servers,
    servers,
    dormant: sum(targets, 'dormant'),
    alreadyAsked: sum(targets, 'asked'),
    leftOut,
    minimumAgentVersion,
    settings,
    rebootDeadline: deadline.toISOString(),
    forceTime: new Date(deadline.getTime() + settings.secondsUntilForce * 1000).toISOString(),
  };
};

/** Whom a request would ask, by their numbers. */
export const listRestartTargets = async (context: Context, tagId: string, given: Request) => {
  const { tag, reach, targets } = await selectTargets(context, tagId, given);
  const capable = new Set(targets.map((row) => row.agentVersion));
  const hosts = (await selectReached(context.tx, reach)).filter((alike) => capable.has(alike.agentVersion));
  return { tagName: tag.name, hostNos: numbersOf(hosts) };
};

/** Leaves the asking to a worker. The list of hosts is settled here, as the preview showed it. */
const requestLater = async (
  context: Context,
  { agentVersions, ...request }: RestartRequest & { agentVersions: readonly string[] },
  reach: Reach,
  said: Record<string, unknown>,
) => {
  const { customerId, siteId } = siteOf(context);
  const capable = new Set(agentVersions);
  const hosts = (await selectReached(context.tx, reach)).filter((alike) => capable.has(alike.agentVersion));
  const requestId = randomUUIDv7();
  const hostNos = numbersOf(hosts);
  await insertRestartRequest(context.tx, { customerId, siteId, requestId }, request, packNumbers(hostNos));
  const key = { customerId, siteId, requestId };
  await enqueue(context.tx, askRestarts, key, { key: `ask-restarts:${requestId}`, runAt: context.now });
  await recordHostAct(context, 'host.restart', 'host', siteId, { after: { ...said, count: hostNos.length } });
  return { success: true, count: hostNos.length };
};

export const requestRestart = async (
  context: Context,
  tagId: string,
  given: Request,
): Promise<Returned<typeof restarts.request>> => {
  const { tx, now, principal } = context;
  const { tag, deadline, reach, targets, leftOut, minimumAgentVersion } = await selectTargets(context, tagId, given);
  const count = sum(targets, 'hosts');
  const { expectedCount } = given;
  if (expectedCount !== undefined && expectedCount !== count)
    throw new Refusal(409, 'The number of hosts has changed', { info: { expectedCount, count } });
  if (count === 0 && leftOut.tooOld > 0)
    throw invalid(`None of these hosts has an agent above version ${minimumAgentVersion}`);
  const request = { tagId, askedAt: now, deadline, userId: principal.userId };
  const agentVersions = targets.map((row) => row.agentVersion);
  const said = { restartTag: tag.name, deadline: deadline.toISOString(), reason: given.reason };
  const acted =
    count > atOnce
      ? await requestLater(context, { ...request, agentVersions }, reach, said)
      : await recordOnHosts(
          context,
          'host.restart',
          await requestRestarts(tx, await named(context, reach), { ...request, agentVersions }),
          said,
        );
  return {
    ...acted,
    leftOut,
    lastBootRequestTime: now.toISOString(),
    rebootDeadline: deadline.toISOString(),
  };
};

/** Why this host cannot be asked to restart; null when it can. */
const refusalOf = (row: Awaited<ReturnType<typeof findHost>>, minimum: string): string | null => {
  const state = hostState(conditionOf(row));
  if (state !== 'active' && state !== 'dormant') return 'It gets no work';
  return acceptsRestart(row.agent_version, minimum) ? null : restartRefusal(row.agent_version, minimum);
};

export const readRestartOf = async (context: Context, hostId: string): Promise<HostRestart> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const row = await findHost(context, hostId);
  const site = await readRestartSettings(context);
  const tag = (await listTags(tx, customerId, siteId)).find((each) => each.tag_id === row.restart_tag_id);
  const asker = row.restart_requested_by;
  const known = {
    settings: tag ? tagSettings(tag, site) : site,
    tagName: tag?.name ?? null,
    requestedBy: asker === null ? null : ((await userName(tx, customerId, asker)) ?? null),
    refusal: refusalOf(row, site.minimumAgentVersion),
  };
  return presentRestart(row, known, now);
};

export const requestRestartOf = async (context: Context, hostId: string, tagId: string): Promise<HostRestart> => {
  const { refusal } = await readRestartOf(context, hostId);
  if (refusal !== null) throw invalid(refusal);
  await requestRestart(context, tagId, { agentUuid: [hostId], groupUuid: [], tagUuid: [] });
  return readRestartOf(context, hostId);
};

export const cancelRestart = async (
  context: Context,
  given: RestartTargets,
): Promise<Returned<typeof restarts.cancel>> => {
  const reach = await named(context, await reachOf(context, someTargets(given)));
  if ((await countRestartRequests(context.tx, reach.customerId, reach.siteId)) > 0)
    throw new Refusal(409, 'Restarts of many hosts are still being asked for. Try again in a moment.');
  const tooLate = sum(await countReached(context.tx, reach, context.now), 'due');
  const hostIds = await cancelRestarts(context.tx, reach, context.now);
  return { ...(await recordOnHosts(context, 'host.cancelRestart', hostIds)), tooLate };
};

export interface DueRestart {
  hostId: string;
  requestedAt: Date;
  deadline: Date;
  /** From then on nobody at the host is asked any more. */
  forceAt: Date;
  settings: RestartSettings;
}

/** The hosts of a site that are to be restarted now, with what their people are shown: what restart orders are made of. */
export const listDueRestarts = async (context: Context): Promise<DueRestart[]> => {
  const { tx, now }: { tx: Tx; now: Date } = context;
  const { customerId, siteId } = siteOf(context);
  const site = await readRestartSettings(context);
  const rows = await selectDueRestarts(tx, customerId, siteId, now);
  return rows.flatMap((row) => {
    const { last_boot_request_at: requestedAt, reboot_deadline: deadline } = row;
    if (requestedAt === null || deadline === null) return [];
    const settings = tagSettings(row, site);
    const forceAt = new Date(deadline.getTime() + settings.secondsUntilForce * 1000);
    return [{ hostId: row.host_id, requestedAt, deadline, forceAt, settings }];
  });
};
