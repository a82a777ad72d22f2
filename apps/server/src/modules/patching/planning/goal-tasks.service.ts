import { randomUUIDv7 } from 'node:crypto';
import { fittingPackages, isUnexpired, type Machine, type Selectors } from '@patchkeep/rules/approvals/supply';
import type { ConfigAbility } from '@patchkeep/rules/deployments/choices';
import type { Tx } from '../../../platform/db/tenant.ts';
import { selectInstallable, selectVouched, type Vouched, type VouchedOptions } from '../../catalog/public.ts';
import { enqueueTasks } from '../tasks/enqueue-tasks.service.ts';
import { installKind, removeKind } from '../tasks/tasks.repository.ts';
import type { GoalKey } from './goal-tasks.queries.ts';

/** What an action of a job is about. */
export interface JobSubject {
  /** 1 install, 2 remove, 7 custom software. */
  kind: number;
  channelTag: string;
  version: string | null;
  /** Which packages were chosen, and what the installer is told. */
  selectors: Selectors;
  options: Readonly<Record<string, string>>;
}

const hexOf = ({ statementHash }: Vouched): string => statementHash.toString('hex');

/** Whether hosts do it with this package: they refuse what it was not vouched to be told. */
const takes = (vouched: VouchedOptions, options: JobSubject['options']): boolean =>
  Object.entries(options).every(([name, value]) => {
    const allowed = Object.hasOwn(vouched, name) ? vouched[name] : undefined;
    return allowed !== undefined && (allowed.values?.includes(value) ?? value.length <= allowed.maxLength);
  });

/** What jobs can do with an application, by the packages that somebody vouched for. */
export const jobAbility = async (tx: Tx, channelTag: string, now: Date): Promise<ConfigAbility> => {
  const vouched = (await selectVouched(tx, [channelTag])).filter((each) => isUnexpired(each, now));
  const installable = await selectInstallable(tx, channelTag);
  const has = (scope: string, some: readonly Vouched[]) => some.some((each) => each.scope === scope);
  const installing = vouched.filter((each) => installable.has(hexOf(each)));
  return {
    isInstallableSystemBased: has('machine', installing),
    isInstallableUserBased: has('user', installing),
    isRemovableSystemBased: has('machine', vouched),
    isRemovableUserBased: has('user', vouched),
  };
};

/**
 * Finds the package of an application that a job uses on a host: of the version it names, else of the newest one that
 * fits the host. A job is about the machine: packages for one user are for copies that a user has. What was vouched for
 * as an update only, hosts refuse to install.
 */
export const jobPackages = async (tx: Tx, subject: JobSubject, now: Date) => {
  const { kind, channelTag, version, selectors, options } = subject;
  const vouched = (await selectVouched(tx, [channelTag])).filter(
    (each) => each.scope === 'machine' && isUnexpired(each, now) && (version === null || each.version === version),
  );
  const installable = kind === installKind ? await selectInstallable(tx, channelTag) : undefined;
  const usable = vouched.filter((each) => installable?.has(hexOf(each)) !== false);
  const taking = usable.filter((each) => !installable || takes(installable.get(hexOf(each)) ?? {}, options));
  const packageOn = (machine: Machine): Vouched | undefined => {
    const fitting = machine.hasRoot ? fittingPackages(taking, machine, selectors) : [];
    const newest = taking.find((each) => fitting.includes(each));
    return fitting.find((each) => each.version === newest?.version);
  };
  return {
    packageOn,
    isUpdateOnly: vouched.length > 0 && usable.length === 0,
    isNone: usable.length === 0,
    /** There are packages, and none takes what the installer shall be told. */
    isInputRefused: usable.length > 0 && taking.length === 0,
  };
};

/** An action of a job that is due on a host, with the package that does it there. */
export interface DueWork extends JobSubject {
  actionNo: number;
  hostId: string;
  found: Pick<Vouched, 'version' | 'statementHash'>;
  /** Not before. */
  readyAt: Date;
}

/**
 * Writes work of a job where it is due; whoever has the same work open already keeps that. A person named these hosts, so
 * the release budget of approvals does not hold it up. Gives how many pieces were written.
 */
export const writeGoalTasks = async (
  tx: Tx,
  { customerId, siteId, goalId }: GoalKey,
  due: readonly DueWork[],
  now: Date,
): Promise<number> => {
  const tasks = due.map(({ kind, channelTag, actionNo, hostId, found, readyAt, options }) => ({
    customer_id: customerId,
    site_id: siteId,
    task_id: randomUUIDv7(),
    host_id: hostId,
    kind,
    channel_tag: channelTag,
    from_version: '',
    to_version: kind === removeKind ? '' : found.version,
    statement_hash: found.statementHash,
    options,
    goal_id: goalId,
    action_no: actionNo,
    ready_at: readyAt,
  }));
  return (await enqueueTasks(tx, customerId, tasks, now)).length;
};
