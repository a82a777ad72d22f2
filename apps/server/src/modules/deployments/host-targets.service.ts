import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { HostTarget, hostTargets } from '@patchkeep/contract/host-targets';
import { goalState } from '@patchkeep/rules/deployments/goal-state';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { fromTheFirst } from '../../platform/db/number-sets.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { endsAtTime, readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { findHost, listHostNumbers, numbersOf, siteOf } from '../hosts/public.ts';
import { membersOf } from './aim.service.ts';
import { shownTag } from './custom/custom-actions.service.ts';
import { targetKind } from './deployments.tables.ts';
import { actionTypeOf, standingOf } from './goals.presenter.ts';
import { type ListedGoal, selectGoal } from './goals.queries.ts';
import { narrowed } from './listed-goals.service.ts';
import { readWhole } from './look.service.ts';
import { presentTarget, presentVerdict } from './verdict.presenter.ts';
import { type HostVerdicts, verdictsOf } from './verdicts.service.ts';

type Query = Received<typeof hostTargets.list>['query'];

/** A call looks at so many hosts of jobs at most: a filter may leave hardly any of them. */
const lookedAtOnce = 1_000;
/** So many are looked at together. */
const slice = 200;
/** Jobs that are read together. */
const goalsAtOnce = 50;

interface Place {
  createdAt: string;
  goalId: string;
  hostNo: number;
}

const time = z.iso.datetime();
/** When the job was made, and the number of the last host that was looked at there. */
const place = z
  .string()
  .regex(/^\S+ -?\d{1,9}$/)
  .refine((text) => time.safeParse(text.split(' ')[0]).success);

const readPlace = (cursor: string | undefined): Place | undefined => {
  const end = readCursor(cursor, { ...endsAtTime, value: place });
  const [createdAt = '', hostNo = ''] = end?.value.split(' ') ?? [];
  return end && { createdAt, goalId: end.id, hostNo: Number(hostNo) };
};

const writePlace = ({ createdAt, goalId, hostNo }: Place): string =>
  writeCursor({ value: `${createdAt} ${hostNo}`, id: goalId });

/** The hosts that a filter leaves; undefined: all. */
const hostsWanted = async (context: Context, { agentUuid, groupUuid, tagUuid }: Query): Promise<Set<number>[]> => {
  const { customerId } = siteOf(context);
  const sets: Set<number>[] = [];
  if (agentUuid !== undefined) {
    await findHost(context, agentUuid);
    const rows = await listHostNumbers(context.tx, customerId, [agentUuid]);
    sets.push(new Set(rows.map((row) => row.host_no)));
  }
  for (const [kind, id] of [
    [targetKind.group, groupUuid],
    [targetKind.tag, tagUuid],
  ] as const)
    if (id !== undefined) sets.push(new Set(numbersOf(await membersOf(context, kind, id))));
  return sets;
};

const present = (row: ListedGoal, found: HostVerdicts, { channelTag, verdict: wanted }: Query): HostTarget[] => {
  const actions = found.verdicts
    .filter(
      ({ action, verdict }) =>
        action.is_enabled &&
        (channelTag === undefined || action.channel_tag === channelTag) &&
        (wanted === undefined || verdict.verdict === wanted),
    )
    .map((each) => ({
      ...presentVerdict(each),
      channelTag: shownTag(each.action),
      title: each.action.name ?? each.action.channel_tag,
      actionType: actionTypeOf(each.action.kind),
      version: each.action.version,
    }));
  if (actions.length === 0) return [];
  return [
    {
      goalUuid: row.goal_id,
      goalTitle: row.title,
      goalState: goalState(standingOf(row)),
      ...presentTarget(found),
      actions,
    },
  ];
};

/** The jobs from a place on, the newest first, the one that was not looked through to its end included. */
async function* goalsFrom(context: Context, query: Query, from: Place | undefined): AsyncGenerator<ListedGoal> {
  const { customerId, siteId } = siteOf(context);
  const { goalUuid, agentUuid, channelTag, showStatus } = query;
  const fits = goalUuid === undefined || goalUuid === from?.goalId;
  const first = from && fits ? await selectGoal(context.tx, customerId, siteId, from.goalId) : undefined;
  if (first) yield first;
  let after = from && { value: from.createdAt, id: from.goalId };
  for (;;) {
    const narrowing = { goalUuid, agentUuid, channelTag, showStatus };
    const rows = await narrowed(context, narrowing, { after, limit: goalsAtOnce });
    yield* rows.filter((row) => row.goal_id !== first?.goal_id);
    const last = rows.at(-1);
    if (!last || rows.length < goalsAtOnce) return;
    after = { value: last.created_at.toISOString(), id: last.goal_id };
  }
}

/** What jobs want on which hosts, some hosts at a time, each with the verdict that the planner goes by. */
export const listHostTargets = async (context: Context, query: Query): Promise<Returned<typeof hostTargets.list>> => {
  const wanted = await hostsWanted(context, query);
  const from = readPlace(query.cursor);
  const targets: HostTarget[] = [];
  let looked = 0;
  let nextCursor: string | null = null;
  for await (const row of goalsFrom(context, query, from)) {
    const end = (hostNo: number) =>
      writePlace({ createdAt: row.created_at.toISOString(), goalId: row.goal_id, hostNo });
    const begin = row.goal_id === from?.goalId ? from.hostNo : fromTheFirst;
    const left = unpackNumbers(row.host_nos).filter(
      (hostNo) => hostNo > begin && wanted.every((hosts) => hosts.has(hostNo)),
    );
    const look = left.length > 0 ? await verdictsOf(context, await readWhole(context, row)) : undefined;
    for (let at = 0; look && at < left.length; at += slice) {
      for (const each of await look(left.slice(at, at + slice))) {
        const shown = present(row, each, query);
        // One more than fits says that there is another page.
        if (shown.length > 0 && targets.length === query.limit) return { targets, nextCursor };
        targets.push(...shown);
        nextCursor = end(each.host.host_no);
        looked += 1;
        if (looked === lookedAtOnce) return { targets, nextCursor };
      }
    }
  }
  return { targets, nextCursor: null };
};
