import type { Call } from '@patchkeep/contract/endpoint';
import type { goals } from '@patchkeep/contract/goals';
import {
  type DraftAction,
  type DraftTarget,
  type DraftTargetKind,
  type JobContent,
  type JobDraft,
  targetKinds,
} from '../../../acts/jobs/job-draft.ts';
import { formatCount } from '../../../ui/format.ts';
import { commentOf, titleOf } from './draft-text.ts';

export type JobRequest = Call<typeof goals.schedule>['body'];
type EditRequest = Call<typeof goals.edit>['body'];

const idsOf = (targets: readonly DraftTarget[]) => targets.map(({ id }) => id);

/** As calls take it: actions go by priority, and the order of the list is the order they are done in. */
const actionsOf = (actions: readonly DraftAction[]): JobRequest['actions'] =>
  actions.map(({ channelTag, actionType, version, choices, choicesTag, custom }, index) => ({
    ...(custom ? { customDeploymentConfigUuid: custom.uuid, isRemoval: custom.isRemoval } : { channelTag }),
    actionType,
    ...(version !== null && { version }),
    ...(actionType === 'Install' && choices && { choices, ...(choicesTag !== undefined && { choicesTag }) }),
    priority: actions.length - 1 - index,
  }));

/** A new job as it is sent. `day` is the day where its maker is, for a generated title. */
export const requestOf = (draft: JobDraft, day: string): JobRequest => ({
  title: titleOf(draft, day).trim(),
  comment: commentOf(draft, day),
  actions: actionsOf(draft.actions),
  hosts: idsOf(draft.hosts),
  groups: idsOf(draft.groups),
  tags: idsOf(draft.tags),
  ...(draft.matching && { selection: draft.matching.selection }),
  ...(draft.jobType && { jobType: draft.jobType }),
  ...(draft.priority !== null && { priority: draft.priority }),
});

/** What an edit changes, part by part. */
interface JobDiff {
  addedActions: DraftAction[];
  takenOut: DraftAction[];
  isActionsChanged: boolean;
  added: Record<DraftTargetKind, string[]>;
  removed: Record<DraftTargetKind, string[]>;
}

const nothing: Pick<JobContent, 'actions' | DraftTargetKind> = { actions: [], hosts: [], groups: [], tags: [] };
const keyOf = ({ channelTag, actionType, version, choices, custom }: DraftAction) =>
  JSON.stringify([channelTag, actionType, version, choices ?? null, custom?.isRemoval ?? null]);
/** The priority that an edit gives, where it gives another one. */
const newPriority = ({ priority, editing }: JobDraft): number | undefined =>
  priority === null || priority === editing?.before?.priority ? undefined : priority;
const besides = <Each>(some: readonly Each[], others: readonly Each[], key: (each: Each) => string): Each[] => {
  const known = new Set(others.map(key));
  return some.filter((each) => !known.has(key(each)));
};
const byKind = (of: (kind: DraftTargetKind) => string[]): Record<DraftTargetKind, string[]> => ({
  hosts: of('hosts'),
  groups: of('groups'),
  tags: of('tags'),
});

export const diffOf = (draft: JobDraft): JobDiff => {
  const before = draft.editing?.before ?? nothing;
  const id = (target: DraftTarget) => target.id;
  return {
    addedActions: besides(draft.actions, before.actions, keyOf),
    takenOut: besides(before.actions, draft.actions, keyOf),
    isActionsChanged: draft.actions.map(keyOf).join() !== before.actions.map(keyOf).join(),
    added: byKind((kind) => idsOf(besides(draft[kind], before[kind], id))),
    removed: byKind((kind) => idsOf(besides(before[kind], draft[kind], id))),
  };
};

/** What is sent to one of the jobs that are edited. Several at once only ever get something added. */
export const editOf = (draft: JobDraft, serialNumber: number): EditRequest => {
  const diff = diffOf(draft);
  const { added, removed } = diff;
  const before = draft.editing?.before ?? null;
  const ticked = draft.matching && 'hosts' in draft.matching.selection ? draft.matching.selection.hosts : [];
  return {
    serialNumber,
    ...(before && draft.title !== null && draft.title !== before.title && { title: draft.title.trim() }),
    ...(before && draft.comment !== null && draft.comment !== before.comment && { comment: draft.comment }),
    ...(before
      ? diff.isActionsChanged && { actions: actionsOf(draft.actions) }
      : { addActions: actionsOf(draft.actions) }),
    addHosts: [...new Set([...added.hosts, ...ticked])],
    removeHosts: removed.hosts,
    addGroups: added.groups,
    removeGroups: removed.groups,
    addTags: added.tags,
    removeTags: removed.tags,
    ...(draft.jobType && draft.jobType !== before?.jobType && { jobType: draft.jobType }),
    ...(newPriority(draft) !== undefined && { priority: newPriority(draft) }),
  };
};

const kindWord: Record<DraftTargetKind, string> = { hosts: 'host', groups: 'group', tags: 'tag' };

/** An edit in words: "2 actions added, 1 disabled, 14 hosts removed". Empty where nothing changes. */
export const diffText = (draft: JobDraft): string => {
  const { addedActions, takenOut, isActionsChanged, added, removed } = diffOf(draft);
  const before = draft.editing?.before ?? null;
  const some = (count: number, text: (count: number) => string) => (count > 0 ? [text(count)] : []);
  return [
    ...some(addedActions.length, (count) => `${formatCount(count, 'action')} added`),
    ...some(takenOut.length, (count) => `${formatCount(count, 'action')} disabled`),
    ...(isActionsChanged && before && addedActions.length + takenOut.length === 0 ? ['actions in another order'] : []),
    ...some(draft.matching?.count ?? 0, (count) => `${formatCount(count, 'ticked host')} added`),
    ...targetKinds.flatMap((kind) => [
      ...some(added[kind].length, (count) => `${formatCount(count, kindWord[kind])} added`),
      ...some(removed[kind].length, (count) => `${formatCount(count, kindWord[kind])} removed`),
    ]),
    ...(draft.jobType && draft.jobType !== before?.jobType ? [`type ${draft.jobType}`] : []),
    ...(newPriority(draft) === undefined ? [] : [`priority ${newPriority(draft)}`]),
    ...(before && draft.title !== before.title ? ['another title'] : []),
    ...(before && draft.comment !== before.comment ? ['another comment'] : []),
  ].join(', ');
};
