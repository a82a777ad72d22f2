import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { HostApplication, HostTask, results } from '@patchkeep/contract/results';
import { tagKind } from '@patchkeep/contract/tags';
import type { Context } from '../../../platform/context.ts';
import { periodicAnswers } from '../../../platform/periodic-answers.ts';
import { listTags, presentHostInfo, readRestartSettings, siteOf, tagSettings } from '../../hosts/public.ts';
import { type ReadUpdateApprovals, readFoundUpdates } from '../windows-updates/windows-updates.service.ts';
import { type ReadChosen, readHostApplications, splitOf } from './host-applications.service.ts';

/** What hosts were told to do is known to a module to the right. */
export type ReadTasks = (context: Context, hostId: string) => Promise<HostTask[]>;
interface Handed {
  readApprovals: ReadUpdateApprovals;
  readTasks: ReadTasks;
  readChosen: ReadChosen;
}

type Full = typeof results.full;
type Options = Received<Full>['query'];

const isProblem = ({ status, isIgnored }: HostApplication): boolean => status !== 'ok' || isIgnored;

/** A problem is shown whatever kind of thing it is in; the options are about the rest. */
const isShown = (application: HostApplication, options: Options): boolean => {
  if (application.isHidden && options.showHidden === 'false') return false;
  if (isProblem(application)) return true;
  return (
    options.showInstalled === 'true' &&
    (!application.isDriver || options.showDrivers === 'true') &&
    (!application.isSuiteMember || options.showSuiteMembers === 'true') &&
    (!application.isChild || options.showChildren === 'true')
  );
};

const count = (applications: readonly HostApplication[], is: (application: HostApplication) => boolean): number =>
  applications.filter(is).length;

const readAnew = async (
  context: Context,
  hostId: string,
  options: Options,
  { readApprovals, readTasks, readChosen }: Handed,
): Promise<Returned<Full>> => {
  const { customerId, siteId } = siteOf(context);
  const { host, applications } = await readHostApplications(context, hostId, readChosen);
  const siteRestartSettings = await readRestartSettings(context);
  const restartTags = (await listTags(context.tx, customerId, siteId)).flatMap((tag) =>
    host.tag_ids.includes(tag.tag_id) && tag.kind === tagKind.RestartTag
      ? [
          {
            tagUuid: tag.tag_id,
            tagName: tag.name,
            restartSettings: tagSettings(tag, siteRestartSettings),
          },
        ]
      : [],
  );
  const found = await readFoundUpdates(context, host, readApprovals);
  return {
    applications: applications.filter((application) => isShown(application, options)),
    split: splitOf(applications),
    optionCounts: {
      children: count(applications, (each) => each.isChild),
      drivers: count(applications, (each) => each.isDriver),
      hidden: count(applications, (each) => each.isHidden),
      installed: count(applications, (each) => !isProblem(each)),
      suiteMembers: count(applications, (each) => each.isSuiteMember),
    },
    winUpdates: found.updates,
    winUpdatesReported: found.reportedAt?.toISOString() ?? null,
    hostInfo: presentHostInfo(host, context.now),
    tasks: await readTasks(context, hostId),
    hostUsers: host.users,
    siteRestartSettings,
    restartTags,
    serverTime: context.now.toISOString(),
  };
};

/** An answer can hold thousands of applications, so only the last few are kept. */
const remembered = periodicAnswers<Returned<Full>>(50, ({ serverTime }) => serverTime);

/** All that is known of a host; `serverTime` says of when it is. */
export const readFullResults = (
  context: Context,
  hostId: string,
  options: Options,
  handed: Handed,
): Promise<Returned<Full>> => {
  const read = () => readAnew(context, hostId, options, handed);
  if (options.isPeriodic === 'false') return read();
  const { customerId, siteId } = siteOf(context);
  const { subject } = context.principal;
  return remembered(JSON.stringify([customerId, siteId, hostId, options, subject]), context.now, read);
};
