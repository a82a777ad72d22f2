import { hash } from 'node:crypto';
import type { GoalActionRequest } from '@patchkeep/contract/goals';
import { customTag } from '@patchkeep/orders/custom/custom-package';
import type { GoalLack } from '@patchkeep/rules/deployments/goal-facts';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../../platform/context.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { type CustomSoftware, readCustomSoftware } from '../../custom-software/public.ts';
import { type AlikeHosts, osFamilies, siteOf } from '../../hosts/public.ts';
import { customKind, type DueWork } from '../../patching/public.ts';
import type { GoalHostRow, NamedAction } from '../goals.queries.ts';
import { invalidAction } from '../job-refusals.service.ts';

/** Custom software by its config. */
export type Customs = ReadonlyMap<string, CustomSoftware>;

/** What stands for the subject of an action: its application, or its custom software. */
export const subjectOf = ({
  channelTag,
  customDeploymentConfigUuid: configId,
}: Pick<GoalActionRequest, 'channelTag' | 'customDeploymentConfigUuid'>): string =>
  configId === undefined ? channelTag : customTag(configId);

/** Whether it stands for custom software. */
export const isCustomTag = (channelTag: string): boolean => channelTag.startsWith(customTag(''));

type OfConfig = Pick<NamedAction, 'config_id' | 'channel_tag'>;
/** What answers name as the application: none where it is custom software. */
export const shownTag = ({ config_id: configId, channel_tag: channelTag }: OfConfig): string =>
  configId === null ? channelTag : '';

const customsOf = (context: Context, configIds: readonly string[]): Promise<Customs> => {
  const { customerId, siteId } = siteOf(context);
  return readCustomSoftware(context.tx, customerId, siteId, [...new Set(configIds)], context.now);
};

/** The custom software that actions of jobs are about, as it is now. */
export const customsOfActions = (context: Context, actions: readonly Pick<NamedAction, 'config_id'>[]) =>
  customsOf(
    context,
    actions.flatMap((action) => action.config_id ?? []),
  );

/** Whoever has hosts run custom software needs the right to it, besides the right to deploy. */
const assertMayDeployCustom = ({ principal }: Context): void => {
  if (!mayCall('canWriteCustomDeployments', principal.subject)) throw forbidden('Needs canWriteCustomDeployments');
};

/** The same for what a job does already. */
export const assertMayDeploy = (context: Context, actions: readonly { kind: number; is_enabled: boolean }[]): void => {
  if (actions.some((action) => action.is_enabled && action.kind === customKind)) assertMayDeployCustom(context);
};

const assertDoable = (custom: CustomSoftware, isRemoval: boolean): void => {
  const { title, spec, vouched } = custom;
  if (spec.scope === 'user') throw invalidAction(`Jobs cannot deploy "${title}" yet: it is for single users`);
  if (isRemoval && (spec.removeArguments === null || vouched?.isRemovable === false))
    throw invalidAction(`"${title}" cannot be removed: nothing says how`);
};

/** What jobs cannot do is refused, and nothing of it is kept. Gives the custom software that is asked for. */
export const assertPossible = async (context: Context, actions: readonly GoalActionRequest[]): Promise<Customs> => {
  if (actions.some(({ isSystemBased }) => !isSystemBased))
    throw invalidAction('Jobs cannot install for single users yet');
  const configIds = actions.flatMap((action) => action.customDeploymentConfigUuid ?? []);
  if (configIds.length === 0) return new Map();
  assertMayDeployCustom(context);
  const customs = await customsOf(context, configIds);
  for (const { customDeploymentConfigUuid: configId, isRemoval } of actions) {
    if (configId === undefined) continue;
    const custom = customs.get(configId);
    // Also what is of another site: a stranger must not learn the difference.
    if (!custom) throw notFound();
    assertDoable(custom, isRemoval);
  }
  return customs;
};

/**
 * Whether work with it could be written for a host, once approvers have signed, or could be if only its agent were newer.
 * Until they have, nobody knows its system.
 */
export const supportOn = (
  { vouched }: CustomSoftware,
  host: Pick<AlikeHosts, 'hasRoot' | 'approversVersion' | 'osFamily'>,
): 'supported' | 'oldAgent' | 'unfit' => {
  if (!host.hasRoot || (vouched !== null && osFamilies[host.osFamily] !== vouched.osFamily)) return 'unfit';
  return host.approversVersion === null ? 'oldAgent' : 'supported';
};

/** What an action finds for a host, or what is lacking there. */
export interface Reach {
  found: DueWork['found'] | undefined;
  lack: GoalLack | null;
}
export const lacks = (kind: GoalLack['kind'], until: Date | null = null): Reach => ({
  found: undefined,
  lack: { kind, until },
});

const lackOfState = {
  draft: 'draft',
  awaitsSignatures: 'unsigned',
  expired: 'expired',
  approversChanged: 'approversChanged',
  vouched: 'unsigned',
} as const satisfies Record<CustomSoftware['state'], GoalLack['kind']>;

/** The same for custom software. Without what its approvers have signed, hosts do nothing with it. */
export const reachOfCustom = (
  custom: CustomSoftware | undefined,
  { is_removal: isRemoval }: Pick<NamedAction, 'is_removal'>,
  host: Pick<GoalHostRow, 'os_family' | 'has_root' | 'approvers_version'>,
  now: Date,
): Reach => {
  if (!custom) return lacks('package');
  const { vouched, state, spec } = custom;
  if (vouched && osFamilies[host.os_family] !== vouched.osFamily) return lacks('unfit');
  if (spec.scope === 'user') return lacks('users');
  if (!vouched) return lacks(lackOfState[state]);
  if (isRemoval && !vouched.isRemovable) return lacks('notRemovable');
  if (!host.has_root) return lacks('root');
  if (host.approvers_version === null) return lacks('agent');
  if (vouched.startsAt > now) return lacks('approvers', vouched.startsAt);
  return { found: { version: '', statementHash: vouched.statementHash }, lack: null };
};

/** What decides whether hosts can be given work with it; another text is another reason to look at them all. */
export const standingText = (customs: Customs, now: Date): string => {
  const texts = [...customs.values()].map(({ configId, state, vouched }) => [
    configId,
    state,
    vouched?.statementHash.toString('hex') ?? '',
    vouched !== null && vouched.startsAt <= now,
  ]);
  return texts.length === 0 ? '' : ` ${hash('sha256', JSON.stringify(texts.toSorted())).slice(0, 16)}`;
};

/** By what an inventory shows it; null where nothing says so. */
export const recognitionOf = (custom: CustomSoftware | undefined) =>
  custom ? (custom.vouched ?? custom.spec).recognition : null;
