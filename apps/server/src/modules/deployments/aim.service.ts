import type { GoalRequest } from '@patchkeep/contract/goals';
import type { Context } from '../../platform/context.ts';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import { Refusal } from '../../platform/errors.ts';
import { type AlikeHosts, listTargets, numbersOf, siteOf } from '../hosts/public.ts';
import { type TargetRow, targetKind } from './deployments.tables.ts';

/** What a job is aimed at: hosts by themselves or as they are ticked in a list, groups, tags. */
export type Aim = Pick<GoalRequest, 'hosts' | 'groups' | 'tags' | 'selection'>;

const nobody = { agentUuid: [], groupUuid: [], tagUuid: [], selection: undefined };

/** Hosts of a group and those below it, or of a tag, as they are now. */
export const membersOf = (context: Context, kind: number, targetId: string): Promise<AlikeHosts[]> =>
  listTargets(context, { ...nobody, [kind === targetKind.group ? 'groupUuid' : 'tagUuid']: [targetId] });

/** Hosts that are named in several ways once. */
const together = (sources: readonly AlikeHosts[][]): AlikeHosts[] => {
  const [first = [], ...others] = sources.filter((alike) => alike.length > 0);
  if (others.length === 0) return first;
  const seen = new Set<number>();
  const isNew = (hostNo: number): boolean => !seen.has(hostNo) && seen.add(hostNo) !== undefined;
  return sources
    .flat()
    .map((alike) => ({ ...alike, hostNos: alike.hostNos.filter(isNew) }))
    .filter(({ hostNos }) => hostNos.length > 0);
};

interface Place {
  kind: number;
  targetId: string;
  /** Their numbers, in order. */
  members: readonly number[];
}

/** Whom an aim means now: by themselves and by each group and tag by their numbers, and all together. */
export const takeAim = async (context: Context, { hosts, groups, tags, selection }: Aim) => {
  const isNamed = hosts.length > 0 || selection !== undefined;
  const named = isNamed ? await listTargets(context, { ...nobody, agentUuid: hosts, selection }) : [];
  const places: Place[] = [];
  const sources = [named];
  for (const [kind, ids] of [[targetKind.group, groups] as const, [targetKind.tag, tags] as const])
    for (const targetId of new Set(ids)) {
      const members = await membersOf(context, kind, targetId);
      sources.push(members);
      places.push({ kind, targetId, members: numbersOf(members) });
    }
  const alike = together(sources);
  return { named: numbersOf(named), places, alike, hostNos: numbersOf(alike) };
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
    host_nos: packNumbers(members),
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
    rows.push({ ...row, host_nos: packNumbers(numbersOf(members)) });
  }
  return rows;
};
