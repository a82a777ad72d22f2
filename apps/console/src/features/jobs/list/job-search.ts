import { type GoalNarrowing, listedGoals } from '@patchkeep/contract/goals';
import { idOf } from '@patchkeep/rules/ids';
import { chip, type Filter, valueIn } from '../../../ui/table/filters.ts';

type JobStatus = (typeof listedGoals)[number];

/** What the address may say of the list; anything may be missing or nonsense. */
export interface RawJobSearch {
  state?: string | undefined;
  channelTag?: string | undefined;
  groupUuid?: string | undefined;
  hostUuid?: string | undefined;
}

export interface JobSearch {
  state: JobStatus | undefined;
  channelTag: string | undefined;
  groupUuid: string | undefined;
  hostUuid: string | undefined;
}

const statusOf = (text: string | undefined) => listedGoals.find((each) => each === text);
const tagOf = (text: string | undefined) => text?.trim().slice(0, 200) || undefined;

export const readJobSearch = ({ state, channelTag, groupUuid, hostUuid }: RawJobSearch): JobSearch => ({
  state: statusOf(state),
  channelTag: tagOf(channelTag),
  groupUuid: idOf(groupUuid),
  hostUuid: idOf(hostUuid),
});

/** Only what narrows the list stands in the address. */
export const writeJobSearch = (search: JobSearch): RawJobSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

export const chipsOf = ({ state, channelTag, groupUuid, hostUuid }: JobSearch): Filter[] => [
  ...chip('state', 'is', state),
  ...chip('application', 'is', channelTag),
  ...chip('group', 'under', groupUuid),
  ...chip('host', 'is', hostUuid),
];

export const withChips = (filters: readonly Filter[]): JobSearch =>
  readJobSearch({
    state: valueIn(filters, 'state'),
    channelTag: valueIn(filters, 'application'),
    groupUuid: valueIn(filters, 'group'),
    hostUuid: valueIn(filters, 'host'),
  });

/** The same in the words of the server. */
export const narrowingOf = ({ state, channelTag, groupUuid, hostUuid }: JobSearch): Partial<GoalNarrowing> => ({
  ...(state !== undefined && { showStatus: state }),
  ...(channelTag !== undefined && { channelTag }),
  ...(groupUuid !== undefined && { groupUuid }),
  ...(hostUuid !== undefined && { agentUuid: hostUuid }),
});
