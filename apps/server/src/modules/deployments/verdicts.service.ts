import type { targetKinds } from '@patchkeep/contract/goal-hosts';
import { goalStarts } from '@patchkeep/contract/goals';
import type { Hold, LastTask, Shown } from '@patchkeep/rules/deployments/goal-facts';
import { type GoalVerdict, goalVerdictOn } from '@patchkeep/rules/deployments/goal-verdict';
import { hostState } from '@patchkeep/rules/host-state';
import { nextRunIn } from '@patchkeep/rules/inspection-schedule';
import { compareVersions, isScheme } from '@patchkeep/versions/schemes';
import type { Context } from '../../platform/context.ts';
import { membership } from '../../platform/db/number-sets.ts';
import { conditionOf, readAgentSettings, siteOf } from '../hosts/public.ts';
import {
  type DueWork,
  jobPackages,
  type JobSubject,
  readRecognised,
  readShown,
  selectLastOfGoal,
  type ShownSoftware,
} from '../patching/public.ts';
import { chosenIn, isInstall, noInputs, installerInputs } from './action-choices.service.ts';
import {
  type Customs,
  customsOfActions,
  lacks,
  type Reach,
  reachOfCustom,
  recognitionOf,
} from './custom/custom-actions.service.ts';
import { type GoalRow, type TargetRow, targetKind } from './deployments.tables.ts';
import { actionTypeOf, shapeOf, standingOf } from './goals.presenter.ts';
import {
  type GoalHostRow,
  type NamedAction,
  selectGoalHosts,
  selectLiveActions,
  selectRecalled,
} from './goals.queries.ts';
import { holdersOf } from './rivals.rules.ts';

/** A job with all that belongs to it. */
export interface WholeGoal {
  row: GoalRow;
  actions: readonly NamedAction[];
  targets: readonly TargetRow[];
}

export interface ActionVerdict {
  action: NamedAction;
  verdict: GoalVerdict;
  /** What is to be written, where it is due. */
  due: DueWork | undefined;
}

export interface HostVerdicts {
  host: GoalHostRow;
  via: readonly (typeof targetKinds)[number][];
  verdicts: readonly ActionVerdict[];
}

interface Facts {
  rivals: Awaited<ReturnType<typeof selectLiveActions>>;
  recalled: ReadonlyMap<string, Date>;
  inputsOf: Awaited<ReturnType<typeof installerInputs>>;
  customs: Customs;
}

/** What an action is about, and what of it there is for a host. */
interface Supply {
  subject: JobSubject;
  reachOn: (host: GoalHostRow) => Reach;
}

const supplyOf = async (context: Context, action: NamedAction, { inputsOf }: Facts): Promise<Supply> => {
  const told = isInstall(action) ? inputsOf(action.channel_tag, chosenIn(action)) : noInputs;
  const { kind, channel_tag: channelTag, version } = action;
  const subject = { kind, channelTag, version, ...(told ?? noInputs) };
  const { packageOn, isNone, isInputRefused } = await jobPackages(context.tx, subject, context.now);
  const reachOn = (host: GoalHostRow): Reach => {
    const { os_family: osFamily, os_architecture: architecture, has_root: hasRoot } = host;
    if (isNone) return lacks('package');
    if (told === undefined) return lacks('settings');
    if (isInputRefused) return lacks('choices');
    if (!packageOn({ osFamily, architecture, hasRoot: true })) return lacks('unfit');
    const found = packageOn({ osFamily, architecture, hasRoot });
    return found ? { found, lack: null } : lacks('root');
  };
  return { subject, reachOn };
};

const supplyOfCustom = ({ now }: Context, action: NamedAction, { customs }: Facts): Supply => {
  const custom = customs.get(action.config_id ?? '');
  const options: JobSubject['options'] = action.is_removal ? { action: 'remove' } : {};
  return {
    subject: { ...noInputs, kind: action.kind, channelTag: action.channel_tag, version: null, options },
    reachOn: (host) => reachOfCustom(custom, action, host, now),
  };
};

/** What is the same for an action on every host. */
const prepareAction = async (context: Context, { row }: WholeGoal, action: NamedAction, facts: Facts) => {
  const supply =
    action.config_id === null ? await supplyOf(context, action, facts) : supplyOfCustom(context, action, facts);
  const scheme = isScheme(action.scheme ?? '') ? action.scheme : 'generic';
  const recalledAt = facts.recalled.get(`${action.channel_tag} ${action.version}`);
  return {
    action,
    ...supply,
    recognition: recognitionOf(facts.customs.get(action.config_id ?? '')),
    compare: (a: string, b: string) => compareVersions(scheme as 'generic', a, b),
    holders: holdersOf(row, action, facts.rivals).map(({ title, created_at: since, host_nos: hostNos }) => ({
      title,
      since,
      isOn: membership(hostNos),
    })),
    recall: recalledAt && action.version !== null ? { version: action.version, since: recalledAt } : undefined,
  };
};
type Prepared = Awaited<ReturnType<typeof prepareAction>>;

/** What an action goes by. While something was not looked at, nobody says that an application is gone. */
const shownOf = (
  { action: { kind, channel_tag: channelTag }, recognition }: Prepared,
  shown: ShownSoftware | undefined,
  isRecognised: boolean,
): Shown | null => {
  if (shown && recognition) return { versions: [], isRecognised };
  const versions = shown?.versions.get(channelTag) ?? [];
  const isUnsure = actionTypeOf(kind) === 'Remove' && versions.length === 0 && shown?.isDoubtful === true;
  return shown === undefined || isUnsure ? null : { versions, isRecognised: null };
};

/** By what each host is a target. */
const viaOf = ({ row, targets }: WholeGoal) => {
  const of = (kind: number) => membership(...targets.filter((each) => each.kind === kind).map((each) => each.host_nos));
  const isTarget = { host: membership(row.named_nos), group: of(targetKind.group), tag: of(targetKind.tag) };
  return (hostNo: number) => (['host', 'group', 'tag'] as const).filter((kind) => isTarget[kind](hostNo));
};

const holdsOn = (
  { holders, recall }: Prepared,
  hostNo: number,
  growth: { isHeld: (hostNo: number) => boolean; since: Date },
): Hold[] => [
  ...(growth.isHeld(hostNo) ? [{ kind: 'growth' as const, since: growth.since }] : []),
  ...(recall ? [{ kind: 'recalled' as const, ...recall }] : []),
  ...holders
    .filter(({ isOn }) => isOn(hostNo))
    .map(({ title, since }) => ({ kind: 'otherJob' as const, title, since })),
];

/**
 * Says how far a job is on hosts. What is the same on all of them is read once; then each call reads the facts of some
 * hosts. The planner and the pages both ask here: what is told is what is done.
 */
export const verdictsOf = async (context: Context, goal: WholeGoal) => {
  const { tx, now, isSigning } = context;
  const { customerId, siteId } = siteOf(context);
  const { row, actions } = goal;
  const key = { customerId, siteId, goalId: row.goal_id };
  const channelTags = actions.map((action) => action.channel_tag);
  const rivals = await selectLiveActions(tx, customerId, siteId, channelTags);
  const recalled = await selectRecalled(
    tx,
    actions.map((action) => ({ channelTag: action.channel_tag, version: action.version })),
  );
  const inputsOf = await installerInputs(context, channelTags);
  const customs = await customsOfActions(context, actions);
  const prepared: Prepared[] = [];
  for (const action of actions)
    prepared.push(await prepareAction(context, goal, action, { rivals, recalled, inputsOf, customs }));
  const recognitions = prepared.flatMap(({ recognition }) => recognition ?? []);
  const via = viaOf(goal);
  const schedule = await readAgentSettings(context);
  const inspections = new Map<string, Date | null>();
  const nextInspectionOf = (zone: string): Date | null => {
    if (!inspections.has(zone)) inspections.set(zone, nextRunIn(schedule, zone, now));
    return inspections.get(zone) ?? null;
  };
  const growth = {
    isHeld: membership(row.held_nos),
    since: new Date(row.joins.at(-1)?.at ?? row.created_at),
  };
  const starts = goalStarts[row.starts] ?? 'now';
  // A job that grew holds those who joined; the others go on.
  const standing = standingOf(row);
  const job = {
    ...standing,
    ...shapeOf(row),
    starts,
    pausedCause: standing.pausedCause === 'growth' ? null : standing.pausedCause,
  };
  const verdictOn = (
    each: Prepared,
    host: GoalHostRow,
    shown: Shown | null,
    lastTask: LastTask | null,
  ): ActionVerdict => {
    const { action, subject, compare } = each;
    const { found, lack } = isSigning ? each.reachOn(host) : lacks('signer');
    const nextInspection = nextInspectionOf(host.time_zone);
    const verdict = goalVerdictOn({
      job,
      action: {
        actionType: actionTypeOf(action.kind),
        version: action.version,
        isRemoval: action.is_removal,
        name: action.name ?? action.channel_tag,
        isEnabled: action.is_enabled,
      },
      shown,
      compare,
      lastTask,
      via: via(host.host_no),
      standing: { hostState: hostState(conditionOf(host)), targetSince: row.created_at, nextInspection },
      holds: holdsOn(each, host.host_no, growth),
      lack,
      now,
    });
    const readyAt = starts === 'inspection' ? (nextInspection ?? now) : now;
    const due =
      verdict.isDue && found
        ? { ...subject, actionNo: action.action_no, hostId: host.host_id, found, readyAt }
        : undefined;
    return { action, verdict, due };
  };
  return async (hostNos: readonly number[]): Promise<HostVerdicts[]> => {
    const hosts = await selectGoalHosts(tx, customerId, siteId, hostNos);
    const shown = await readShown(tx, customerId, hostNos, channelTags);
    const isRecognisedOn = await readRecognised(tx, customerId, hostNos, recognitions);
    const last = await selectLastOfGoal(
      tx,
      key,
      hosts.map((host) => host.host_id),
    );
    return hosts.map((host) => ({
      host,
      via: via(host.host_no),
      verdicts: prepared.map((each) =>
        verdictOn(
          each,
          host,
          shownOf(each, shown.get(host.host_no), isRecognisedOn(host.host_no, each.recognition)),
          last.get(`${host.host_id} ${each.action.action_no}`) ?? null,
        ),
      ),
    }));
  };
};
