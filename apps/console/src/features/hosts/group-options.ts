import type { Group } from '@patchkeep/contract/groups';
import { groupPlaces } from '@patchkeep/rules/group-tree';

/** The groups to choose from, each with the way to it. */
export const groupOptions = (groups: readonly Group[]): { value: string; label: string }[] =>
  groupPlaces(groups).map(({ group, path }) => ({ value: group.uuid, label: path }));
