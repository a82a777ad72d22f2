import type { Received } from '@patchkeep/contract/endpoint';
import { type GoalEditRequest, type GoalRequest, goals } from '@patchkeep/contract/goals';
import { jobTitle } from '@patchkeep/rules/deployments/job-title';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { gatedAct, type Impact, type Kept } from '../../platform/gate.ts';
import { hostsText } from '../hosts/public.ts';
import { toldText } from './action-choices.service.ts';
import { assertMayDeploy, isCustomTag } from './custom/custom-actions.service.ts';
import { commandGoal, planActions, planTargets } from './edit-goal.service.ts';
import { actionTypeOf, shapeOf } from './goals.presenter.ts';
import { impactOfJob } from './impact.service.ts';
import { findGoal } from './listed-goals.service.ts';
import { readWhole } from './look.service.ts';
import { restText } from './reach.rules.ts';

const dayOf = ({ now }: Context): string => now.toISOString().slice(0, 10);
/** The same word that approvals of the application use: both put it on hosts. Custom software has a word of its own. */
const aboutOf = (channelTags: readonly string[]): string[] =>
  [...new Set(channelTags)].map((tag) => (isCustomTag(tag) ? tag : `app:${tag}`));

const impactOfMaking = async (context: Context, given: GoalRequest, when: string): Promise<Impact> => {
  const { aim, actions, customs, reach } = await impactOfJob(context, given);
  const told = await toldText(context, actions);
  const { agentCount } = reach;
  const doing = jobTitle(
    given.actions.map(({ actionType, channelTag, version, isRemoval, customDeploymentConfigUuid: configId = '' }) => ({
      actionType,
      isRemoval,
      title: customs.get(configId)?.title ?? (version === undefined ? channelTag : `${channelTag} ${version}`),
    })),
    dayOf(context),
  );
  return {
    title: `${doing} on ${hostsText(agentCount)}: ${given.title}`,
    effect: `Each host begins with it at its next ${when}${restText(reach)}.${told === '' ? '' : ` Installers are told: ${told}.`}`,
    // Targets without a package get the work once one comes, and nobody is asked again then.
    hostNos: agentCount === 0 ? [] : aim.hostNos,
    about: aboutOf(actions.map((action) => action.channelTag)),
  };
};

/** What hosts have begun ends; the rest is taken back. */
const undoMaking = async (context: Context, _received: unknown, { made }: Kept): Promise<void> => {
  if (typeof made === 'string') await commandGoal(context, made, 'abort');
};

/** The impact of a job is assessed like that of an approval. A token can request a job; a person starts it. */
const deployAct = gatedAct({
  endpoint: goals.deploy,
  isOnlyAskedByTokens: true,
  assessImpact: (context, { body }) => impactOfMaking(context, body, 'check-in'),
  made: (answer) => answer.goalUuid,
  undo: undoMaking,
});

const scheduleAct = gatedAct({
  endpoint: goals.schedule,
  isOnlyAskedByTokens: true,
  assessImpact: (context, { body }) => impactOfMaking(context, body, 'scheduled inspection'),
  made: (answer) => answer.goalUuid,
  undo: undoMaking,
});

/** Hosts that get something to do by an edit: those that join, or all of them by a new action or by going on. */
const hostsOfEdit = async (context: Context, goalId: string, edit: GoalEditRequest) => {
  const whole = await readWhole(context, await findGoal(context, goalId));
  const { diff } = await planActions(context, whole.actions, edit);
  const targets = await planTargets(context, whole, edit);
  const { isOngoing, isMultishot } = shapeOf(whole.row);
  const isWider =
    (edit.isOngoing === true && !isOngoing) ||
    edit.jobType === 'ongoing' ||
    ((edit.isMultishot === true || edit.isSingleshot === false || edit.jobType === 'multishot') && !isMultishot);
  const isGoingOn = edit.goalCommand === 'resume' || edit.isEnabled === true || edit.isCompleted === false;
  const isForAll = diff.add.length + diff.revive.length > 0 || isWider || isGoingOn || edit.priority !== undefined;
  return { whole, hostNos: unpackNumbers(isForAll ? targets.hostNos : targets.joined) };
};

const editAct = gatedAct({
  endpoint: goals.edit,
  isOnlyAskedByTokens: true,
  noUndo: 'An edited job is edited back by hand, or stopped: what hosts have begun meanwhile ends.',
  async assessImpact(context, { params, body }) {
    const { whole, hostNos } = await hostsOfEdit(context, params.id, body);
    return {
      title: `Edit the job "${whole.row.title}": work for ${hostsText(hostNos.length)}`,
      effect: 'Each host that the edit gives something to do begins with it as the job says.',
      hostNos,
      about: aboutOf(whole.actions.map((action) => action.channel_tag)),
    };
  },
});

const resumedBy = async (context: Context, { body }: Received<typeof goals.resume>) => {
  const jobs = [];
  for (const goalId of new Set(body.goals)) {
    const whole = await readWhole(context, await findGoal(context, goalId));
    assertMayDeploy(context, whole.actions);
    jobs.push(whole);
  }
  return jobs;
};

const resumeAct = gatedAct({
  endpoint: goals.resume,
  isOnlyAskedByTokens: true,
  async assessImpact(context, received) {
    const jobs = await resumedBy(context, received);
    const hostNos = [...new Set(jobs.flatMap(({ row }) => unpackNumbers(row.host_nos)))];
    const title = jobTitle(
      jobs.flatMap(({ actions }) =>
        actions.map((action) => ({
          actionType: actionTypeOf(action.kind),
          isRemoval: action.is_removal,
          title: action.config_id === null ? action.channel_tag : (action.name ?? action.channel_tag),
        })),
      ),
      dayOf(context),
    );
    return {
      title: `Resume ${jobs.length === 1 ? `the job "${jobs[0]?.row.title}"` : `${jobs.length} jobs`}: ${title}`,
      effect: `What is left to do goes on, on ${hostsText(hostNos.length)}.`,
      hostNos,
      about: aboutOf(jobs.flatMap(({ actions }) => actions.map((action) => action.channel_tag))),
    };
  },
  async undo(context, { body }) {
    for (const goalId of [...new Set(body.goals)].toSorted()) await commandGoal(context, goalId, 'abort');
  },
});

export const jobActs = [deployAct, scheduleAct, editAct, resumeAct];
