import { constants } from '@patchkeep/contract/constants';
import { goalLimits } from '@patchkeep/contract/goals';
import { jobComment, jobTitle } from '@patchkeep/rules/deployments/job-title';
import { noActionText, noTargetText } from '@patchkeep/rules/deployments/readiness';
import { type DraftAction, type JobDraft, type JobStep, jobSteps, targetCount } from '../../../acts/jobs/job-draft.ts';
import { formatCount } from '../../../ui/format.ts';

const namesOf = (targets: readonly { name: string }[]) => targets.map(({ name }) => name);

/** Custom software that hosts are to lose is removed like any other. */
const namedAs = ({ title, actionType, custom }: DraftAction) => ({
  title,
  actionType: custom?.isRemoval ? ('Remove' as const) : actionType,
});
const generatedTitle = ({ actions }: JobDraft, day: string): string => jobTitle(actions.map(namedAs), day);

const generatedComment = ({ hosts, groups, tags, matching }: JobDraft, day: string): string => {
  const named = hosts.length + groups.length + tags.length > 0;
  const ticked = matching && `${formatCount(matching.count, 'host')} of a list`;
  const targets = { hosts: namesOf(hosts), groups: namesOf(groups), tags: namesOf(tags) };
  return [named || !ticked ? jobComment(targets, day) : '', ticked].filter(Boolean).join('; ');
};

/** What the job is called: as somebody wrote it, else as it is generated. */
export const titleOf = (draft: JobDraft, day: string): string => draft.title ?? generatedTitle(draft, day);
export const commentOf = (draft: JobDraft, day: string): string => draft.comment ?? generatedComment(draft, day);

const titleProblem = ({ title }: JobDraft): string | undefined => {
  if (title === null) return undefined;
  if (title.trim() === '') return 'Write a title, or use the generated one';
  return title.length > constants.jobTitleMax ? `At most ${constants.jobTitleMax} characters` : undefined;
};

/** Why the targets cannot be sent as they are. */
const targetsProblem = (draft: JobDraft): string | undefined => {
  if (draft.editing && draft.matching && !('hosts' in draft.matching.selection))
    return 'All that match cannot be added to a job that exists: take them out, or tick the hosts one by one';
  const tooMany = (['groups', 'tags'] as const).find((kind) => draft[kind].length > goalLimits.places);
  if (tooMany) return `At most ${goalLimits.places} ${tooMany}`;
  return draft.hosts.length > goalLimits.hosts ? `At most ${goalLimits.hosts} hosts one by one` : undefined;
};

const addsNothing = (draft: JobDraft): boolean =>
  draft.actions.length === 0 && targetCount(draft) === 0 && draft.jobType === null && draft.priority === null;

/** Why a step is not done, each in the words of the server. Several jobs at once need only something that is added. */
export const problemsOf = (draft: JobDraft): Partial<Record<JobStep, string>> => {
  const impossible = targetsProblem(draft);
  if (draft.editing && !draft.editing.before)
    return {
      ...(addsNothing(draft) && { apps: 'Nothing is added to these jobs yet' }),
      ...(impossible !== undefined && { targets: impossible }),
    };
  const targets = targetCount(draft) === 0 ? noTargetText : impossible;
  const title = titleProblem(draft);
  return {
    ...(draft.actions.length === 0 && { apps: noActionText }),
    ...(targets !== undefined && { targets }),
    ...(title !== undefined && { naming: title }),
  };
};

export const firstProblem = (draft: JobDraft): { step: JobStep; text: string } | undefined => {
  const problems = problemsOf(draft);
  const step = jobSteps.find((each) => problems[each] !== undefined);
  return step && { step, text: problems[step] ?? '' };
};

/** What a step holds, in a few words. */
export const summaryOf = (draft: JobDraft, step: JobStep): string => {
  if (step === 'apps') return formatCount(draft.actions.length, 'application');
  if (step === 'naming') return draft.title === null && !draft.editing ? 'Generated' : 'As you wrote it';
  const parts = [
    ...(draft.matching ? [formatCount(draft.matching.count, 'ticked host')] : []),
    ...(draft.hosts.length > 0 ? [formatCount(draft.hosts.length, 'host')] : []),
    ...(draft.groups.length > 0 ? [formatCount(draft.groups.length, 'group')] : []),
    ...(draft.tags.length > 0 ? [formatCount(draft.tags.length, 'tag')] : []),
  ];
  return parts.join(', ') || 'None yet';
};

export const priorityText = `A whole number from -${goalLimits.priority} to ${goalLimits.priority}`;

/** What was typed as a priority; null: each job keeps its own. Undefined when it is none. */
export const typedPriority = (typed: string, isOneJob: boolean): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return isOneJob ? 0 : null;
  const priority = /^-?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(priority) <= goalLimits.priority ? priority : undefined;
};
