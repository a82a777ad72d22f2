import type { GoalActionRequest, GoalRequest } from '@patchkeep/contract/goals';
import { shapeGiven } from '@patchkeep/rules/deployments/job-type';
import { listProblem } from '@patchkeep/rules/deployments/readiness';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { invalid } from '../../platform/errors.ts';
import { siteOf } from '../hosts/public.ts';
import { jobPackages } from '../patching/public.ts';
import { noInputs, type SettledAction, settleActions, installerInputs } from './action-choices.service.ts';
import { type TargetHost, takeAim } from './aim.service.ts';
import { actionNumber } from './goals.presenter.ts';
import { selectLiveActions } from './goals.queries.ts';
import { configForm } from './job-configs.service.ts';
import { invalidAction, missingData } from './job-refusals.service.ts';
import { disagree } from './rivals.rules.ts';

/** An action as the rows of a job have it. */
export const wantedOf = ({ actionType, channelTag, version, choices, configTag }: SettledAction) => ({
  kind: actionNumber(actionType),
  channel_tag: channelTag,
  version: version ?? null,
  choices,
  choices_tag: configTag,
  choices_tag_seq: choices === null ? null : configForm,
});

/** A job does one thing with an application: two would undo each other, or wait for one another for ever. */
export const assertOneEach = (channelTags: readonly string[]): void => {
  if (new Set(channelTags).size !== channelTags.length) throw invalidAction();
};

/** What jobs cannot do yet is refused, and nothing of it is kept. */
export const assertPossible = (actions: readonly GoalActionRequest[]): void => {
  for (const { actionType, isSystemBased } of actions) {
    if (actionType === 'Custom') throw invalidAction('Jobs cannot run custom software yet');
    if (!isSystemBased) throw invalidAction('Jobs cannot install for single users yet');
  }
};

/** Which of these hosts an action can be done on: there must be a package that fits. */
export const supportedBy = async (
  context: Context,
  actions: readonly SettledAction[],
  hosts: readonly TargetHost[],
) => {
  const inputsOf = await installerInputs(
    context,
    actions.map(({ channelTag }) => channelTag),
  );
  const supported = new Set<TargetHost>();
  let isUpdateOnly = actions.length > 0;
  for (const action of actions) {
    const { kind, channel_tag: channelTag, version } = wantedOf(action);
    const told = inputsOf(channelTag, action) ?? noInputs;
    const found = await jobPackages(context.tx, { kind, channelTag, version, ...told }, context.now);
    if (found.isInputRefused) throw invalidAction(`No package of ${channelTag} takes these choices`);
    isUpdateOnly &&= found.isUpdateOnly;
    for (const host of hosts) if (found.packageOn(host)) supported.add(host);
  }
  return { supported: hosts.filter((host) => supported.has(host)), isUpdateOnly };
};

/** Other live jobs on some of these hosts that want the opposite, or another version. */
const conflictsOf = async (context: Context, actions: readonly SettledAction[], hosts: readonly TargetHost[]) => {
  const { customerId, siteId } = siteOf(context);
  const wanted = actions.map(wantedOf);
  const tags = wanted.map((each) => each.channel_tag);
  const reached = new Set(hosts.map((host) => host.hostNo));
  return (await selectLiveActions(context.tx, customerId, siteId, tags))
    .filter(
      (other) =>
        wanted.some((each) => disagree(each, other)) && unpackNumbers(other.host_nos).some((no) => reached.has(no)),
    )
    .map((other) => ({ goalUuid: other.goal_id, title: other.title, channelTag: other.channel_tag }));
};

/** Whom a job reaches, and whom it cannot. */
export const impactOfJob = async (context: Context, given: GoalRequest) => {
  assertPossible(given.actions);
  const targetCount = given.hosts.length + given.groups.length + given.tags.length + (given.selection ? 1 : 0);
  const items = given.actions.map(({ channelTag: title, actionType }) => ({
    title,
    isInstallable: true,
    isRemovable: true,
    isConfigured: true,
    isSetToInstall: actionType === 'Install',
    isSetToRemove: actionType === 'Remove',
  }));
  const problem = listProblem(items, targetCount);
  if (problem !== undefined) throw missingData(problem);
  assertOneEach(given.actions.map((action) => action.channelTag));
  const shape = shapeGiven(given);
  if (!shape) throw invalid('The type of the job contradicts itself');
  const aim = await takeAim(context, given);
  const actions = await settleActions(context, given.actions);
  const { supported, isUpdateOnly } = await supportedBy(context, actions, aim.all);
  const reach = {
    agentCount: supported.length,
    unsupportedAgentCount: aim.all.length - supported.length,
    isUpdateOnly,
    conflicts: await conflictsOf(context, actions, aim.all),
  };
  return { aim, shape, actions, supported, reach };
};
