import type { Group } from '@patchkeep/contract/groups';
import type { Tag } from '@patchkeep/contract/tags';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import type { FilterField } from '../ui/table/filter-field.ts';

/** The groups to choose from, each with the way to it. */
export const groupOptions = (groups: readonly Group[]): { value: string; label: string }[] =>
  flattenGroups(groups).map(({ group, path }) => ({ value: group.uuid, label: path }));

/** Hosts of a group and of those below it. */
export const groupField = (groups: readonly Group[]): FilterField => ({
  id: 'group',
  label: 'Group',
  ops: ['under'],
  options: groupOptions(groups),
  unknown: 'a group that no longer exists',
  isSingle: true,
});

export const tagField = (tags: readonly Tag[]): FilterField => ({
  id: 'tag',
  label: 'Tag',
  ops: ['is'],
  options: tags.map(({ tagUuid, tagName }) => ({ value: tagUuid, label: tagName })),
  unknown: 'one that no longer exists',
  isSingle: true,
});
