import { goalActionTypes, goalLimits, goalStarts, jobTypes } from '@patchkeep/contract/goals';
import { hostSelection } from '@patchkeep/contract/hosts';
import { installChoices } from '@patchkeep/contract/install-choices';
import { z } from 'zod';

export const jobSteps = ['apps', 'targets', 'naming'] as const;
export type JobStep = (typeof jobSteps)[number];

const draftAction = z.object({
  channelTag: z.string(),
  title: z.string(),
  actionType: z.enum(goalActionTypes),
  /** Null: the newest there is. */
  version: z.string().nullable(),
  /** What its installer is told, and the config that it was chosen for; without it, what the site has saved. */
  choices: installChoices.optional(),
  choicesTag: z.string().optional(),
  /** Custom software, and whether hosts are to lose it. */
  custom: z.object({ uuid: z.string(), isRemoval: z.boolean() }).optional(),
});
export type DraftAction = z.output<typeof draftAction>;

/** What custom software is called among the applications of a draft, which go by their channel. */
export const customChannel = (uuid: string): string => `custom:${uuid}`;
/** An action about custom software. */
export const customAction = (of: { uuid: string; title: string; isRemoval: boolean }): DraftAction => ({
  channelTag: customChannel(of.uuid),
  title: of.title,
  actionType: 'Custom',
  version: null,
  custom: { uuid: of.uuid, isRemoval: of.isRemoval },
});

/** A host, group or tag with the name it had when it was chosen. */
const draftTarget = z.object({ id: z.string(), name: z.string() });
export type DraftTarget = z.output<typeof draftTarget>;

export const targetKinds = ['hosts', 'groups', 'tags'] as const;
export type DraftTargetKind = (typeof targetKinds)[number];
const targets = z.object({
  hosts: z.array(draftTarget),
  groups: z.array(draftTarget),
  tags: z.array(draftTarget),
});

const content = targets.extend({
  actions: z.array(draftAction),
  title: z.string(),
  comment: z.string(),
  jobType: z.enum(jobTypes),
  priority: z.int().default(0),
});
/** What a job holds, as the wizard knows it. */
export type JobContent = z.output<typeof content>;

/** A job on its way: a new one, one that is edited, or several to which the same is added. */
export const jobDraft = targets.extend({
  step: z.enum(jobSteps),
  actions: z.array(draftAction),
  /** "All that match" in a list of hosts, and how many those were. */
  matching: z.object({ selection: hostSelection, count: z.int() }).nullable(),
  /** Null: nobody has written one, so it is generated. */
  title: z.string().nullable(),
  comment: z.string().nullable(),
  /** Null: several jobs are edited, and each keeps its own. */
  jobType: z.enum(jobTypes).nullable(),
  /** Above other jobs that want something else of the same application; null: several are edited, as with the type. */
  priority: z.int().nullable().default(0),
  starts: z.enum(goalStarts),
  editing: z
    .object({
      jobs: z.array(z.object({ goalUuid: z.string(), title: z.string(), serialNumber: z.int() })),
      /** What the one job was when its editing began. */
      before: content.nullable(),
    })
    .nullable(),
  /** When something was last changed. */
  savedAt: z.string(),
});
export type JobDraft = z.output<typeof jobDraft>;

/** What a list puts into a job. */
export type JobParts = Partial<Pick<JobDraft, 'actions' | DraftTargetKind>> & { matching?: JobDraft['matching'] };

export const newDraft: Omit<JobDraft, 'savedAt'> = {
  step: 'apps',
  actions: [],
  hosts: [],
  groups: [],
  tags: [],
  matching: null,
  title: null,
  comment: null,
  jobType: 'multishot',
  priority: 0,
  starts: 'inspection',
  editing: null,
};

const joined = <Each>(before: readonly Each[], added: readonly Each[], keyOf: (each: Each) => string): Each[] => [
  ...new Map([...before, ...added].map((each) => [keyOf(each), each])).values(),
];
/** One application stands in a job once: what is chosen later replaces what was chosen before. */
export const withActions = (before: readonly DraftAction[], added: readonly DraftAction[]): DraftAction[] =>
  joined(before, added, ({ channelTag }) => channelTag).slice(0, goalLimits.actions);
const withTargets = (before: readonly DraftTarget[], added: readonly DraftTarget[]): DraftTarget[] =>
  joined(before, added, ({ id }) => id);

/** The draft with what was ticked in a list. Who brings applications goes on with targets, and the other way round. */
export const withParts = <Draft extends Omit<JobDraft, 'savedAt'>>(draft: Draft, parts: JobParts): Draft => {
  const next = {
    ...draft,
    actions: withActions(draft.actions, parts.actions ?? []),
    hosts: withTargets(draft.hosts, parts.hosts ?? []),
    groups: withTargets(draft.groups, parts.groups ?? []),
    tags: withTargets(draft.tags, parts.tags ?? []),
    matching: parts.matching ?? draft.matching,
  };
  return { ...next, step: firstOpenStep(next) };
};

export const targetCount = ({ hosts, groups, tags, matching }: Pick<JobDraft, DraftTargetKind | 'matching'>): number =>
  hosts.length + groups.length + tags.length + (matching === null ? 0 : 1);

/** Where there is something to do next. */
export const firstOpenStep = (draft: Omit<JobDraft, 'savedAt'>): JobStep => {
  if (draft.actions.length === 0) return 'apps';
  return targetCount(draft) === 0 ? 'targets' : 'naming';
};
