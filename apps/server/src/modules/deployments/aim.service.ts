import type { GoalRequest } from '@patchkeep/contract/goals';
import type { Context } from '../../platform/context.ts';
import { pack } from '../../platform/db/number-sets.ts';
import { Refusal } from '../../platform/errors.ts';
import { listTargets, siteOf } from '../hosts/public.ts';
import { type TargetRow, targetKind } from './deployments.tables.ts';

/** What a job is aimed at: hosts by themselves or as they are ticked in a list, groups, tags. */
export type Aim = Pick<GoalRequest, 'hosts' | 'groups' | 'tags' | 'selection'>;
export type TargetHost = Awaited<ReturnType<typeof listTargets>>[number];

const nobody = { agentUuid: [], groupUuid: [], tagUuid: [], selection: undefined };

/** Hosts of a group and those below it, or of a tag, as they are now. */
export const membersOf = (context: Context, kind: number, targetId: string): Promise<TargetHost[]> =>
  listTargets(context, { ...nobody, [kind === targetKind.group ? 'groupUuid' : 'tagUuid']: [targetId] });

interface Place {
  kind: number;
  targetId: string;
  members: readonly TargetHost[];
}

/** Whom an aim means now: by themselves, by each group and tag, and all together in the order of their numbers. */
export const takeAim = async (context: Context, { hosts, groups, tags, selection }: Aim) => {
  const isNamed = hosts.length > 0 || selection !== undefined;
  const named = isNamed ? await listTargets(context, { ...nobody, agentUuid: hosts, selection }) : [];
  const places: Place[] = [];
  for (const [kind, ids] of [[targetKind.group, groups] as const, [targetKind.tag, tags] as const])
    for (const targetId of new Set(ids))
      places.push({ kind, targetId, members: await membersOf(context, kind, targetId) });
  const byNo = new Map([named, ...places.map((place) => place.members)].flat().map((host) => [host.hostNo, host]));
  return { named, places, all: [...byNo.values()].toSorted((a, b) => a.hostNo - b.hostNo) };
};

/** The rows of groups and tags that a job names. */
export const targetRows = (context: Context, goalId: string, places: readonly Place[]): TargetRow[] => {
  const { customerId, siteId } = siteOf(context);
  return places.map(({ kind, targetId, members }) => ({
    customer_id: customerId,
    site_id: siteId,
    goal_id: goalId,
    kind,
    target_id: targetId,
    host_nos: pack(members.map((host) => host.hostNo)),
  }));
};

/** Who is in the groups and tags of a job now. One that was deleted has nobody. */
export const followTargets = async (context: Context, targets: readonly TargetRow[]): Promise<TargetRow[]> => {
  const rows: TargetRow[] = [];
  for (const row of targets) {
    const members = await membersOf(context, row.kind, row.target_id).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 404) return [];
      throw error;
    });
    rows.push({ ...row, host_nos: pack(members.map((host) => host.hostNo)) });
  }
  return rows;
};
