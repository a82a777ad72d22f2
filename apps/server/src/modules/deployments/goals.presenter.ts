import { type Goal, goalActionTypes } from '@patchkeep/contract/goals';
import type { ListedGoal } from './goals.queries.ts';

/** 1 install, 2 remove, as tasks number their kinds. */
export const actionNumber = (actionType: (typeof goalActionTypes)[number]): 1 | 2 => (actionType === 'Install' ? 1 : 2);

export const presentGoal = (row: ListedGoal): Goal => ({
  goalUuid: row.goal_id,
  title: row.title,
  comment: row.comment,
  actions: [
    { channelTag: row.channel_tag, actionType: goalActionTypes[row.action - 1] ?? 'Install', version: row.version },
  ],
  agentCount: row.host_count,
  writtenCount: row.written_count,
  created: row.created_at.toISOString(),
  createdBy: row.created_by_name,
});
