import { activities, type RetryChoice, type RetryPreview } from '@patchkeep/contract/activities';
import type { Returned } from '@patchkeep/contract/endpoint';
import { causeText } from '@patchkeep/rules/approvals/given-up';
import { articleOfKb, kbOfKey } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import { gatedAct } from '../../../platform/gate.ts';
import { noteDecided } from '../../approvals/public.ts';
import { hostsText, recordSiteAct, siteOf } from '../../hosts/public.ts';
import { markRetried, unmarkRetried } from '../tasks/tasks.repository.ts';
import { type RetryableTask, selectRetryable } from './retries.queries.ts';

const retryableOf = (context: Context, choice: RetryChoice): Promise<RetryableTask[]> =>
  selectRetryable(context.tx, siteOf(context), choice, context.now);

const subjectsOf = (tasks: readonly RetryableTask[]): string[] => [...new Set(tasks.map((task) => task.channel_tag))];
const hostNosOf = (tasks: readonly RetryableTask[]): number[] => [...new Set(tasks.map((task) => task.host_no))];

const nameOf = ({ name, channel_tag: tag }: RetryableTask): string =>
  name ?? (tag.startsWith('kb:') ? articleOfKb(kbOfKey(tag)) : tag);

/** "7-Zip", or how many there are. */
const whatOf = (tasks: readonly RetryableTask[]): string => {
  const count = subjectsOf(tasks).length;
  const [first] = tasks;
  return count === 1 && first ? nameOf(first) : `${count} applications or updates`;
};

const sampled = 10;

/** What a retry would do, before it is asked for. */
export const previewRetry = async (context: Context, choice: RetryChoice): Promise<RetryPreview> => {
  const tasks = await retryableOf(context, choice);
  const causes = Map.groupBy(tasks, ({ cause, exit_code: code }) => `${code ?? ''} ${causeText(cause)}`);
  return {
    updates: tasks.length,
    hosts: hostNosOf(tasks).length,
    sampleHosts: [...new Set(tasks.map((task) => task.host_name))].slice(0, sampled),
    causes: [...causes.values()]
      .flatMap(([first, ...others]) =>
        first ? { cause: causeText(first.cause), exitCode: first.exit_code, updates: others.length + 1 } : [],
      )
      .toSorted((a, b) => b.updates - a.updates)
      .slice(0, sampled),
  };
};

/** Has failed updates planned again: what failed no longer keeps the planner from them, and it begins at once. */
export const retry = async (context: Context, choice: RetryChoice): Promise<Returned<typeof activities.retry>> => {
  const tasks = await retryableOf(context, choice);
  const at = context.now;
  const hosts = hostNosOf(tasks).length;
  if (tasks.length > 0) {
    const taskIds = tasks.map((task) => task.task_id);
    await markRetried(context.tx, siteOf(context), taskIds, at);
    const after = { what: whatOf(tasks), updates: tasks.length, hosts };
    await recordSiteAct(context, 'task.retry', 'tasks', siteOf(context).siteId, { after });
    await noteDecided(context);
  }
  return { success: true, count: tasks.length, hosts, retried: at.toISOString() };
};

/** Taken back, the planner withdraws what it wrote for it, as far as no host has begun. */
export const retryAct = gatedAct({
  endpoint: activities.retry,
  async assessImpact(context, { body }) {
    const tasks = await retryableOf(context, body);
    const hostNos = hostNosOf(tasks);
    const kind = tasks.some((task) => task.channel_tag.startsWith('kb:')) ? 'wua' : 'app';
    return {
      title: `Retry ${whatOf(tasks)} on ${hostsText(hostNos.length)}`,
      effect: 'What failed there is planned again where it is still decided. Hosts begin at their next check-in.',
      hostNos,
      // The same word that approvals of the application use: both put it on hosts.
      about: subjectsOf(tasks).map((subject) => `${kind}:${subject}`),
      before: subjectsOf(tasks),
    };
  },
  made: ({ retried }) => retried,
  async undo(context, _received, { before, made }) {
    await unmarkRetried(context.tx, siteOf(context), before as string[], new Date(String(made)));
    context.emit({ thing: 'tasks', siteAccountUuid: siteOf(context).siteId });
    await noteDecided(context);
  },
});
