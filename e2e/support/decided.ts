import { activities } from '@patchkeep/contract/activities';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { customizations } from '@patchkeep/contract/customization';
import type { Administrator } from '../../tools/administrator.ts';
import { eventually } from './agent-parts.ts';
import type { Stack } from './stack.ts';

/** Follows the newest version of an application at the site, and lets the plan run now instead of within a minute. */
export const automate = async (stack: Stack, administrator: Administrator, channelTag: string): Promise<void> => {
  const calls = approvalCalls.site.app;
  const body = { siteApprovals: [{ channelTag }] };
  const params = { type: 'automate' };
  const { previewToken } = await administrator.call(calls.preview, { params, body });
  await administrator.call(calls.change, { params, body: { ...body, previewToken } });
  await planNow(stack);
};

/** The same at a tag, whose custom settings tell the installer something. */
export const automateAtTag = async (
  stack: Stack,
  administrator: Administrator,
  { installOptions, ...at }: { tagUuid: string; channelTag: string; installOptions: Record<string, string> },
): Promise<void> => {
  const calls = approvalCalls.tag.app;
  const { configTag } = await administrator.call(customizations.config, { params: { channel: at.channelTag } });
  const customization = { configTag, selectors: {}, installOptions, files: {} };
  await administrator.call(calls.options, {
    params: {},
    body: { ...at, serialNumber: 0, options: {}, customization, isCustomizationEnabled: true },
  });
  const body = { tagApprovals: [at] };
  const params = { type: 'automate' };
  const { previewToken } = await administrator.call(calls.preview, { params, body });
  await administrator.call(calls.change, { params, body: { ...body, previewToken } });
  await planNow(stack);
};

export const planNow = (stack: Stack) => stack.sql(`select graphile_worker.add_job('plan', '{}'::json)`);

/** What is done about an application, once it has come to a result. */
export const activityOnce = async (administrator: Administrator, channelTag: string, ...results: string[]) => {
  const read = async () => (await administrator.call(activities.packages, { query: { channelTag } })).activities[0];
  const isThere = (activity: Awaited<ReturnType<typeof read>>) =>
    activity !== undefined && results.includes(activity.result);
  try {
    const found = await eventually(read, isThere, `${channelTag} ${results.join()}`, 90_000);
    if (!found) throw new Error('No activity');
    return found;
  } catch (cause) {
    // What was taken back is listed only when asked for, and is what one wants to know here.
    const query = { channelTag, showSuperseded: 'true' } as const;
    const { activities: all } = await administrator.call(activities.packages, { query });
    throw new Error(`${channelTag} is not ${results.join()}: ${JSON.stringify(all)}`, { cause });
  }
};
