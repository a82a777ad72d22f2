import { goalVerdicts } from '@patchkeep/contract/goal-hosts';
import { idOf } from '@patchkeep/rules/ids';
import { chip, type Filter, valueIn } from '../../../ui/table/filters.ts';

/** What the address may say of the list; anything may be missing or nonsense. */
export interface RawTargetSearch {
  verdict?: string | undefined;
  goalUuid?: string | undefined;
  channelTag?: string | undefined;
  groupUuid?: string | undefined;
  tagUuid?: string | undefined;
  hostUuid?: string | undefined;
}

export interface TargetSearch {
  verdict: (typeof goalVerdicts)[number] | undefined;
  goalUuid: string | undefined;
  channelTag: string | undefined;
  groupUuid: string | undefined;
  tagUuid: string | undefined;
  hostUuid: string | undefined;
}

export const readTargetSearch = (raw: RawTargetSearch): TargetSearch => ({
  verdict: goalVerdicts.find((each) => each === raw.verdict),
  goalUuid: idOf(raw.goalUuid),
  channelTag: raw.channelTag?.trim().slice(0, 200) || undefined,
  groupUuid: idOf(raw.groupUuid),
  tagUuid: idOf(raw.tagUuid),
  hostUuid: idOf(raw.hostUuid),
});

/** Only what narrows the list stands in the address. */
export const writeTargetSearch = (search: TargetSearch): RawTargetSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

export const targetChips = (search: TargetSearch): Filter[] => [
  ...chip('state', 'is', search.verdict),
  ...chip('job', 'is', search.goalUuid),
  ...chip('application', 'is', search.channelTag),
  ...chip('group', 'under', search.groupUuid),
  ...chip('tag', 'is', search.tagUuid),
  ...chip('host', 'is', search.hostUuid),
];

export const withTargetChips = (filters: readonly Filter[]): TargetSearch =>
  readTargetSearch({
    verdict: valueIn(filters, 'state'),
    goalUuid: valueIn(filters, 'job'),
    channelTag: valueIn(filters, 'application'),
    groupUuid: valueIn(filters, 'group'),
    tagUuid: valueIn(filters, 'tag'),
    hostUuid: valueIn(filters, 'host'),
  });
