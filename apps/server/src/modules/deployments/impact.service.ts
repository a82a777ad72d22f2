import type { GoalRequest } from '@patchkeep/contract/goals';
import { shapeGiven } from '@patchkeep/rules/deployments/job-type';
import { listProblem } from '@patchkeep/rules/deployments/readiness';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { invalid } from '../../platform/errors.ts';
import { type AlikeHosts, siteOf } from '../hosts/public.ts';
import { jobPackages } from '../patching/public.ts';
import { noInputs, type SettledAction, settleActions, installerInputs } from './action-choices.service.ts';
import { takeAim } from './aim.service.ts';
import { assertPossible, type Customs, shownTag, subjectOf, supportOn } from './custom/custom-actions.service.ts';
import { actionNumber } from './goals.presenter.ts';
import { selectLiveActions } from './goals.queries.ts';
import { configForm } from './job-configs.service.ts';
import { invalidAction, missingData } from './job-refusals.service.ts';
import { disagree } from './rivals.rules.ts';

/** An action as the rows of a job have it. */
export const wantedOf = ({ actionType, channelTag, version, choices, configTag, ...action }: SettledAction) => ({
  kind: actionNumber(actionType),
  channel_tag: channelTag,
  version: version ?? null,
  config_id: action.customDeploymentConfigUuid ?? null,
  is_removal: action.isRemoval,
  choices,
  choices_tag: configTag,
  choices_tag_seq: choices === null ? null : configForm,
});

const countOf = (hosts: readonly AlikeHosts[]): number => hosts.reduce((sum, { hostNos }) => sum + hostNos.length, 0);

/** A job does one thing with an application or custom software: two would undo each other, or wait for one another for ever. */
export const assertOneEach = (channelTags: readonly string[]): void => {
  if (new Set(channelTags).size !== channelTags.length) throw invalidAction();
};

/** How many of these hosts an action can be done on, which takes a package that fits, or could with a newer agent. */
const supportedBy = async (
  context: Context,
  actions: readonly SettledAction[],
  customs: Customs,
  hosts: readonly AlikeHosts[],
) => {
  const inputsOf = await installerInputs(
    context,
    actions.map(({ channelTag }) => channelTag),
  );
  const supported = new Set<AlikeHosts>();
  const old = new Set<AlikeHosts>();
  let isUpdateOnly = actions.length > 0;
  for (const action of actions) {
    const custom = customs.get(action.customDeploymentConfigUuid ?? '');
    if (custom) {
      isUpdateOnly = false;
      for (const host of hosts) {
        const support = supportOn(custom, host);
        if (support !== 'unfit') (support === 'supported' ? supported : old).add(host);
      }
      continue;
    }
    const { kind, channel_tag: channelTag, version } = wantedOf(action);
    const told = inputsOf(channelTag, action) ?? noInputs;
    const found = await jobPackages(context.tx, { kind, channelTag, version, ...told }, context.now);
    if (found.isInputRefused) throw invalidAction(`No package of ${channelTag} takes these choices`);
    isUpdateOnly &&= found.isUpdateOnly;
    for (const host of hosts) if (found.packageOn(host)) supported.add(host);
  }
  const agentCount = countOf([...supported]);
  return {
    agentCount,
    unsupportedAgentCount: countOf(hosts) - agentCount,
    oldAgentCount: countOf([...old].filter((host) => !supported.has(host))),
    isUpdateOnly,
  };
};

/** Other live jobs on some of these hosts that want the opposite, or another version. */
const conflictsOf = async (context: Context, actions: readonly SettledAction[], hostNos: readonly number[]) => {
  const { customerId, siteId } = siteOf(context);
  const wanted = actions.map(wantedOf);
  const tags = wanted.map((each) => each.channel_tag);
  const live = await selectLiveActions(context.tx, customerId, siteId, tags);
  const reached = new Set(live.length > 0 ? hostNos : []);
  return live
    .filter(
      (other) =>
        wanted.some((each) => disagree(each, other)) && unpackNumbers(other.host_nos).some((no) => reached.has(no)),
    )
    .map((other) => ({ goalUuid: other.goal_id, title: other.title, channelTag: shownTag(other) }));
};

/** Whom a job reaches, and whom it cannot. */
export const impactOfJob = async (context: Context, given: GoalRequest) => {
  const customs = await assertPossible(context, given.actions);
  const customOf = ({ customDeploymentConfigUuid: configId }: { customDeploymentConfigUuid?: string | undefined }) =>
    customs.get(configId ?? '');
  const targetCount = given.hosts.length + given.groups.length + given.tags.length + (given.selection ? 1 : 0);
  const items = given.actions.map((action) => {
    const isSetToRemove = action.actionType === 'Remove' || action.isRemoval;
    return {
      title: customOf(action)?.title ?? action.channelTag,
      isInstallable: true,
      isRemovable: true,
      isConfigured: customOf(action)?.state !== 'draft',
      isSetToInstall: !isSetToRemove,
      isSetToRemove,
    };
  });
  const problem = listProblem(items, targetCount);
  if (problem !== undefined) throw missingData(problem);
  assertOneEach(given.actions.map(subjectOf));
  const shape = shapeGiven(given);
  if (!shape) throw invalid('The type of the job contradicts itself');
  const aim = await takeAim(context, given);
  const actions = await settleActions(context, given.actions);
  const reach = {
    ...(await supportedBy(context, actions, customs, aim.alike)),
    conflicts: await conflictsOf(context, actions, aim.hostNos),
  };
  return { aim, shape, actions, customs, reach };
};
